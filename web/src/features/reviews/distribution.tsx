import { useTranslation } from '#web/i18n/use-translation.ts'
import { useFormat } from '#web/i18n/format.ts'

/** Bars with the number of reviews for each rating. `counts` goes from one star to five; five stars are shown first. */
export function Distribution({ counts }: { counts: number[] }) {
  const { t } = useTranslation('reviews')
  const format = useFormat()
  const most = Math.max(...counts, 1)
  return (
    <ul aria-label={t('distribution')} className="flex w-full min-w-0 max-w-100 flex-col gap-1">
      {counts
        .map((count, index) => ({ count, stars: index + 1 }))
        .toReversed()
        .map(({ count, stars }) => (
          <li key={stars} className="tabular flex items-center gap-3 text-sm">
            <span className="w-20 shrink-0 text-soft">{t('stars', { count: stars })}</span>
            <svg
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="h-2 min-w-0 grow rounded-full bg-mint"
            >
              <rect width={(count / most) * 100} height="8" className="fill-action" />
            </svg>
            <span className="w-10 shrink-0 text-right">{format.number(count)}</span>
          </li>
        ))}
    </ul>
  )
}
