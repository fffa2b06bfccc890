import { useTranslation } from '#web/i18n/use-translation.ts'
import type { OwnReview } from '#contract/market/reviews.ts'
import { StarRow } from '#web/ui/stars.tsx'
import Report from '#web/features/trust/reports/report.tsx'
import { useReviewDate } from '#web/features/market/reviews/review-date.ts'
import { ReviewPhotos } from '#web/features/market/reviews/review-photos.tsx'
import { ReviewTags } from '#web/features/market/reviews/review-tags.tsx'
import { ReviewVersions } from '#web/features/market/reviews/review-versions.tsx'
import { ReviewAnswerForm } from '#web/features/market/reviews/review-answer-form.tsx'

/** The professional's reviews, in a list that scrolls. rule: dashboard */
export function Reviews({ reviews }: { reviews: OwnReview[] }) {
  const { t } = useTranslation('dashboard')
  const reviewDate = useReviewDate()
  return (
    <section className="card flex flex-col gap-2 p-4 md:p-5">
      <h2 className="text-xl" id="own-reviews">
        {t('reviews.title')}
      </h2>
      {reviews.length === 0 ? (
        <p className="text-soft">{t('reviews.none')}</p>
      ) : (
        <ul
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it
          tabIndex={0}
          aria-labelledby="own-reviews"
          className="-mx-2 scroll-fade max-h-96 divide-y divide-line px-2"
        >
          {reviews.map((review) => (
            <li key={review.id} className="flex flex-col gap-1 py-3">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <StarRow rating={review.rating} />
                <span className="tabular text-sm">
                  {t('reviews.out_of_five', { rating: review.rating })}
                </span>
                <span className="text-sm text-soft">
                  {review.client_name} · {reviewDate(review.created_at)}
                </span>
              </p>
              <strong className="break-words font-semibold">{review.title}</strong>
              <p className="break-words whitespace-pre-line">{review.comment}</p>
              {!review.verified_hire && (
                <p className="text-sm text-soft">{t('reviews.not_verified')}</p>
              )}
              <ReviewTags tags={review.tags} />
              <ReviewPhotos photos={review.photos} name={review.reviewerName} />
              {review.edited_at && <ReviewVersions id={review.id} />}
              <ReviewAnswerForm review={review} />
              <Report subject={{ kind: 'review', id: review.id, name: review.reviewerName }} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
