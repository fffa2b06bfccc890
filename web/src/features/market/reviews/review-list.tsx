import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ShownReview } from '../professionals/professionals.api.ts'
import { ReviewItem } from './review-item.tsx'

type MarkedReview = { review: ShownReview; isEarlier: boolean }

export type ReviewListProps = {
  /** The professional's first name. */
  name: string
  reviews: MarkedReview[]
  mayReport: boolean
  ownReviewId: string | undefined
}

/** The reader's own review cannot be reported. rule: review-order */
export function ReviewList({ name, reviews, mayReport, ownReviewId }: ReviewListProps) {
  return (
    <ul className="divide-y divide-line">
      {reviews.map(({ review, isEarlier }) => (
        <ReviewItem
          key={`${review.created_at} ${review.reviewerName} ${review.title}`}
          review={review}
          answeredBy={name}
          isEarlier={isEarlier}
          mayReport={mayReport && review.id !== ownReviewId}
        />
      ))}
    </ul>
  )
}

/** Says that some of these reviews do not count. rule: review-counts */
export function Uncounted({ reviews }: { reviews: readonly ShownReview[] }) {
  const { t } = useTranslation('reviews')
  if (reviews.every((review) => review.verified_hire)) return null
  return <p className="text-sm text-soft">{t('uncounted')}</p>
}

/** A client's current review says how many of the next ones are earlier ones of the same client. rule: review-order */
export function marked(reviews: ShownReview[]): MarkedReview[] {
  let lastEarlier = -1
  return reviews.map((review, place) => {
    const isEarlier = place <= lastEarlier
    if (!isEarlier) lastEarlier = place + (review.earlier ?? 0)
    return { review, isEarlier }
  })
}
