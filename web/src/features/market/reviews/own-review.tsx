import { Suspense, useState } from 'react'
import { REVIEW_EDIT_DAYS } from '#contract/market/review-rules.ts'
import type { WrittenReview } from '#contract/market/professionals.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { StarRow } from '#web/ui/stars.tsx'
import { useReviewDate } from './review-date.ts'
import { ReviewPhotos } from './review-photos.tsx'
import { ReviewTags } from './review-tags.tsx'
import { ReviewVersions } from './review-versions.tsx'

const EditReview = lazyPart(() => import('./edit-review.tsx'))
const DAY_MS = 86_400_000

type OwnReviewProps = {
  review: WrittenReview
  /** The professional's. */
  name: string
}

/** The client's own review: who sees it now, its one edit, and what it said before. rule: review-states, review-edit */
export function OwnReview({ review, name }: OwnReviewProps) {
  const { t } = useTranslation(['review_forms', 'reviews'])
  const [isEditing, setEditing] = useState(false)
  const { rating, title, comment, tags, photos, edited_at, may_edit } = review
  return (
    <section
      aria-label={t('own.title')}
      className="flex flex-col gap-1.5 rounded-lg border border-line bg-surface px-5 py-4"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StarRow rating={rating} label={t('reviews:rated', { count: rating })} />
        <strong className="font-semibold wrap-anywhere">{title}</strong>
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{comment}</p>
      <ReviewTags tags={tags} />
      <ReviewPhotos photos={photos} name={t('own.you')} />
      <div className="flex flex-wrap items-center gap-x-6">
        <State review={review} name={name} />
        {may_edit && (
          <Button
            look="link"
            className="min-w-11 justify-start px-0!"
            onClick={() => setEditing(true)}
          >
            {t('edit.open')}
          </Button>
        )}
        {edited_at && <ReviewVersions id={review.id} />}
      </div>
      <Suspense>
        {isEditing && <EditReview review={review} onClose={() => setEditing(false)} />}
      </Suspense>
    </section>
  )
}

function State({ review: { state, public_at, may_edit }, name }: OwnReviewProps) {
  const { t } = useTranslation('review_forms')
  const reviewDate = useReviewDate()
  const until = new Date(Date.parse(public_at) + REVIEW_EDIT_DAYS * DAY_MS).toISOString()
  const text =
    state === 'sealed'
      ? t('own.sealed', { date: reviewDate(public_at), name })
      : state === 'public'
        ? may_edit && t('own.editable', { date: reviewDate(until) })
        : t(`own.${state}`)
  return text ? <p className="min-w-0 grow basis-48 text-sm text-soft">{text}</p> : null
}
