import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ShownReview } from '#web/features/professionals/professionals.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { StarRow } from '#web/ui/stars.tsx'
import { ReviewAnswer } from './review-answer.tsx'

type ReviewItemProps = {
  review: ShownReview
  answeredBy: string
  /** The same client has written a later one. */
  isEarlier: boolean
}

/** One review; marked if it does not count. rule: review-counts, review-order, reviewer-name */
export function ReviewItem({ review, answeredBy, isEarlier }: ReviewItemProps) {
  const { t } = useTranslation('reviews')
  const format = useFormat()
  const { rating, title, comment, reviewerName, created_at, verified_hire, visit, answer } = review
  return (
    <li className="flex flex-col gap-1.5 py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StarRow rating={rating} label={t('rated', { count: rating })} />
        <h3 className="font-text text-base font-semibold tracking-normal wrap-anywhere">{title}</h3>
      </div>
      <p className="whitespace-pre-line wrap-anywhere">{comment}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        <span>{reviewerName || t('client')}</span>
        <time dateTime={created_at}>{format.date(created_at, 'UTC')}</time>
        {isEarlier && <span>{t('earlier')}</span>}
        {!verified_hire && (
          <Badge tone="waiting">{t(visit === 'to_come' ? 'to_come' : 'unverified')}</Badge>
        )}
      </p>
      {answer && <ReviewAnswer answer={answer} title={t('answer.from', { name: answeredBy })} />}
    </li>
  )
}
