import type { RefObject } from 'react'
import { formatDate, formatWeekday } from '#contract/date-formats.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { cellsOf, useGridFocus } from './use-grid-focus.ts'
import type { SlotsDay } from './slots.api.ts'

const COLUMNS = 7
export const DAYS_GRID = '@container grid grid-cols-7 gap-1 sm:gap-2'

type DaysGridProps = {
  days: readonly SlotsDay[]
  chosenDate: string
  /** The day that is the grid's tab stop; by default the first one with free times. */
  place: number | undefined
  takesFocus: RefObject<boolean>
  onOpen: (date: string) => void
  /** Shows the fortnight before or after; `place` is the day that had the focus. */
  onTurn: (step: 1 | -1, place: number) => void
}

/** Whether a day has a number: its free times, or none because all are taken. */
const isShown = ({ state }: SlotsDay) => state === 'open' || state === 'full'

/** Two weeks. Days without free times can be reached, but not opened. rule: slot-picker */
export function DaysGrid({ days, chosenDate, place, takesFocus, onOpen, onTurn }: DaysGridProps) {
  const { t, i18n } = useTranslation('bookings')
  const start =
    place ??
    Math.max(
      0,
      days.findIndex(({ state }) => state === 'open'),
    )
  const { ref, active, setActive, onKeyDown } = useGridFocus({
    start,
    count: days.length,
    columns: COLUMNS,
    takesFocus,
    onPage: onTurn,
  })
  const labelOf = ({ date, state, slots }: SlotsDay) => {
    const day = formatDate(i18n.language, date)
    if (state === 'open') return t('slots.open', { day, count: slots.length })
    return t(`slots.${state === 'not_stated' ? 'off' : state}`, { day })
  }
  return (
    <>
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
                  {/* With large text only the initial has room. */}
                  <span className="text-soft @max-[16rem]:hidden">
                    {formatWeekday(i18n.language, day.date, 'short')}
                  </span>
                  <span className="text-soft @min-[16rem]:hidden">
                    {formatWeekday(i18n.language, day.date, 'narrow')}
                  </span>
                  <strong className="text-lg font-semibold">{Number(day.date.slice(8))}</strong>
                  <span>{isShown(day) ? day.slots.length : '–'}</span>
                </span>
              </button>
            ))}
          </div>
        ))}
      </div>
    </>
  )
}
