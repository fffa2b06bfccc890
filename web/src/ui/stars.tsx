import { useTranslation } from '#web/i18n/use-translation.ts'
import { useFormat } from '#web/i18n/format.ts'
import { classNames } from './class-names.ts'

/** The outline of a star, 20 wide. */
const starAround = (x: number) =>
  `M${x} 1.8l2.5 5.2 5.7.8-4.1 4 1 5.7L${x} 14.8l-5.1 2.7 1-5.7-4.1-4 5.7-.8Z`
// One path: a page of results shows some 30 rows, and their markup must fit the first round trip. rule: first-view
const FIVE_STARS = [10, 30, 50, 70, 90].map(starAround).join('')

type StarsProps = {
  rating: number
  count: number
  /** One star stands for the row. */
  short?: boolean
  className?: string
}

/** Five stars filled to the average, with the average and the count; 'No reviews yet' without reviews. */
export function Stars({ rating, count, short = false, className }: StarsProps) {
  const { t } = useTranslation('app')
  const format = useFormat()
  if (count === 0)
    return <span className={classNames('text-soft', className)}>{t('stars.none')}</span>
  const shown = format.rating(rating)
  return (
    <span className={classNames('inline-flex items-center gap-2', className)}>
      {short ? (
        <svg viewBox="0 0 20 20" aria-hidden="true" className="-mr-1 size-4 shrink-0">
          <path d={starAround(10)} className="fill-citrus stroke-amber" strokeWidth="0.9" />
        </svg>
      ) : (
        <StarRow rating={rating} />
      )}
      <span className="sr-only">{t('stars.rating', { rating: shown, count })}</span>
      <span aria-hidden="true" className="tabular">
        <strong className="font-semibold">{shown}</strong>{' '}
        <span className="text-soft">({format.number(count)})</span>
      </span>
    </span>
  )
}

/** The stars alone, e.g. of one review; `label` is read by screen readers. */
export function StarRow({ rating, label }: { rating: number; label?: string }) {
  return (
    <svg
      viewBox="0 0 100 20"
      className="h-4 w-20 shrink-0"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={FIVE_STARS} className="fill-line" />
      {/* A nested svg clips what it holds: the filled part, without an inline style. */}
      <svg
        width={Math.round(rating * 200) / 10}
        height="20"
        className="fill-citrus stroke-amber"
        strokeWidth="0.9"
      >
        <path d={FIVE_STARS} />
      </svg>
    </svg>
  )
}

/** One selectable star, filled up to the selection. */
export function Star({ filled }: { filled: boolean }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="size-8">
      <path
        d={starAround(10)}
        strokeWidth="0.9"
        className={filled ? 'fill-citrus stroke-amber' : 'fill-surface stroke-edge'}
      />
    </svg>
  )
}
