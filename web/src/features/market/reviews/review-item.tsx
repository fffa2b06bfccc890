import { Suspense } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ShownReview } from '../professionals/professionals.api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { StarRow } from '#web/ui/stars.tsx'
import { useReviewDate } from './review-date.ts'
import { ReviewAnswer } from './review-answer.tsx'
import { ReviewPhotos } from './review-photos.tsx'
import { ReviewTags } from './review-tags.tsx'

// Visitors, and the first view, do not need it.
const Report = lazyPart(() => import('#web/features/trust/reports/report.tsx'))

type ReviewItemProps = {
  review: ShownReview
  answeredBy: string
  /** Whether the same client has written a later review. */
  isEarlier: boolean
  mayReport: boolean
}

/** One review; marked if it does not count. rule: review-counts, review-order */
export function ReviewItem({ review, answeredBy, isEarlier, mayReport }: ReviewItemProps) {
  const { t } = useTranslation('reviews')
  const reviewDate = useReviewDate()
  const { rating, title, comment, reviewerName, created_at, verified_hire, visit, answer } = review
  const { tags, photos, edited_at } = review
  const name = reviewerName || t('client')
  return (
    <li className="flex flex-col gap-1.5 py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StarRow rating={rating} label={t('rated', { count: rating })} />
        <h3 className="font-text text-base font-semibold tracking-normal wrap-anywhere">{title}</h3>
      </div>
      <p className="whitespace-pre-line wrap-anywhere">{comment}</p>
      <ReviewTags tags={tags} />
      <ReviewPhotos photos={photos} name={name} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        <span>{name}</span>
        <time dateTime={created_at}>{reviewDate(created_at)}</time>
        {edited_at && <span>{t('edited', { date: reviewDate(edited_at) })}</span>}
        {isEarlier && <span>{t('earlier')}</span>}
        {!verified_hire && (
          <Badge tone="waiting">{t(visit === 'to_come' ? 'to_come' : 'unverified')}</Badge>
        )}
      </p>
      {answer && <ReviewAnswer answer={answer} title={t('answer.from', { name: answeredBy })} />}
      {mayReport && review.id && (
        <Suspense>
          <Report subject={{ kind: 'review', id: review.id, name }} />
        </Suspense>
      )}
    </li>
  )
}
