import { formatDate, formatWeekday } from '#contract/date-formats.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { cellsOf, useGridFocus } from './use-grid-focus.ts'
import type { SlotsDay } from './slots.api.ts'

const COLUMNS = 7
export const DAYS_GRID = 'grid grid-cols-7 gap-1 sm:gap-2'

type DaysGridProps = {
  days: readonly SlotsDay[]
  chosenDate: string
  /** The day that gets the focus when the grid appears. */
  focus: number | undefined
  onOpen: (date: string) => void
  /** Both turn the page; by keyboard the focus goes on with the same place. */
  onEarlier?: (focus?: number) => void
  onLater?: (focus?: number) => void
}

/** Two weeks. Days without free times can be reached, but not opened. rule: slot-picker */
export function DaysGrid({ days, chosenDate, focus, onOpen, onEarlier, onLater }: DaysGridProps) {
  const { t, i18n } = useTranslation('bookings')
  const start =
    focus ??
    Math.max(
      0,
      days.findIndex(({ state }) => state === 'open'),
    )
  const { ref, active, setActive, onKeyDown } = useGridFocus({
    start,
    count: days.length,
    columns: COLUMNS,
    takesFocus: focus !== undefined,
    onPage: (step, index) => (step === 1 ? onLater : onEarlier)?.(index),
  })
  const labelOf = ({ date, state, slots }: SlotsDay) => {
    const day = formatDate(i18n.language, date)
    if (state === 'open') return t('slots.open', { day, count: slots.length })
    return t(state === 'full' ? 'slots.full' : 'slots.off', { day })
  }
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <Button look="quiet" disabled={!onEarlier} onClick={() => onEarlier?.()}>
          {t('slots.earlier')}
        </Button>
        <Button look="quiet" disabled={!onLater} onClick={() => onLater?.()}>
          {t('slots.later')}
        </Button>
      </div>
      <div
        role="grid"
        tabIndex={-1}
        aria-label={t('slots.days_label')}
        ref={ref}
        onKeyDown={onKeyDown}
        className={DAYS_GRID}
      >
        {cellsOf(days, COLUMNS).map((row) => (
          <div key={row[0]!.cell.date} role="row" className="contents">
            {row.map(({ cell: day, index }) => (
              <button
                key={day.date}
                type="button"
                role="gridcell"
                aria-selected={day.date === chosenDate}
                aria-disabled={day.state !== 'open' || undefined}
                tabIndex={index === active ? 0 : -1}
                onFocus={() => setActive(index)}
                onClick={() => day.state === 'open' && onOpen(day.date)}
                className={classNames(
                  'tabular flex min-h-20 flex-col items-center justify-center rounded-md border text-sm',
                  day.state === 'open'
                    ? 'border-edge bg-surface hover:border-action hover:bg-mint'
                    : 'border-transparent text-soft',
                  day.date === chosenDate && 'border-action bg-mint',
                )}
              >
                <span className="sr-only">{labelOf(day)}</span>
                <span aria-hidden="true" className="contents">
                  <span className="text-soft">
                    {formatWeekday(i18n.language, day.date, 'short')}
                  </span>
                  <strong className="text-lg font-semibold">{Number(day.date.slice(8))}</strong>
                  <span>{day.state === 'off' ? '–' : day.slots.length}</span>
                </span>
              </button>
            ))}
          </div>
        ))}
      </div>
      <p aria-hidden="true" className="text-sm text-soft">
        {t('slots.legend')}
      </p>
    </>
  )
}
