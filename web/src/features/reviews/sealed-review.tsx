import type { WrittenReview } from '#contract/professionals.ts'
import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { StarRow } from '#web/ui/stars.tsx'

/** The client's own review that nobody else sees yet; `name` is the professional's. rule: review-states */
export function SealedReview({ review, name }: { review: WrittenReview; name: string }) {
  const { t } = useTranslation(['review_forms', 'reviews'])
  const format = useFormat()
  const date = format.date(review.public_at, browserTimeZone())
  return (
    <section
      aria-label={t('own.title')}
      className="flex flex-col gap-1.5 rounded-lg border border-line bg-surface px-5 py-4"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StarRow rating={review.rating} label={t('reviews:rated', { count: review.rating })} />
        <strong className="font-semibold wrap-anywhere">{review.title}</strong>
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{review.comment}</p>
      <p className="text-sm text-soft">{t('own.sealed', { date, name })}</p>
    </section>
  )
}
