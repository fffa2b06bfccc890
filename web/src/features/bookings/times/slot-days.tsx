import type { Ref, RefObject } from 'react'
import { formatDate, formatWeekday } from '#contract/date-formats.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { cellsOf, useGridFocus } from './use-grid-focus.ts'
import type { SlotsDay } from './slots.api.ts'

const COLUMNS = 7
export const DAYS_GRID = '@container grid grid-cols-7 gap-1 sm:gap-2'

type DaysGridProps = {
  days: readonly SlotsDay[]
  /** The day whose times are shown below. */
  openDate: string | undefined
  /** The day that is the grid's tab stop; by default the open one. */
  place: number | undefined
  takesFocus: RefObject<boolean>
  /** Returns the focus from the times. */
  openCell?: Ref<HTMLButtonElement>
  onOpen: (date: string) => void
  /** Shows the fortnight before or after; `place` is the day that had the focus. */
  onTurn?: (step: 1 | -1, place: number) => void
}

/** Two weeks. A dot is a day with free times; the others can be reached, but not opened. rule: slot-picker */
export function DaysGrid(props: DaysGridProps) {
  const { days, openDate, place, takesFocus, openCell, onOpen, onTurn } = props
  const { t, i18n } = useTranslation('bookings')
  const open = days.findIndex(({ date }) => date === openDate)
  const rows = cellsOf(days, COLUMNS)
  const { ref, active, setActive, onKeyDown } = useGridFocus({
    start: place ?? Math.max(0, open),
    rows: rows.map(({ length }) => length),
    takesFocus,
    ...(onTurn && { onPage: onTurn }),
  })
  const labelOf = ({ date, state, slots }: SlotsDay) => {
    const day = formatDate(i18n.language, date)
    if (state === 'open') return t('slots.open', { day, count: slots.length })
    return t(`slots.${state === 'not_stated' ? 'off' : state}`, { day })
  }
  return (
    <div
      role="grid"
      tabIndex={-1}
      aria-label={t('slots.days_label')}
      ref={ref}
      onKeyDown={onKeyDown}
      className={DAYS_GRID}
    >
      {rows.map((row) => (
        <div key={row[0]!.cell.date} role="row" className="contents">
          {row.map(({ cell: day, index }) => (
            <button
              key={day.date}
              ref={index === open ? openCell : undefined}
              type="button"
              role="gridcell"
              aria-selected={index === open}
              aria-disabled={day.state !== 'open' || undefined}
              tabIndex={index === active ? 0 : -1}
              onFocus={() => setActive(index)}
              onClick={() => day.state === 'open' && onOpen(day.date)}
              className={classNames(
                'tabular flex min-h-14 flex-col items-center justify-center rounded-md border text-sm leading-tight',
                day.state === 'open'
                  ? 'bg-surface hover:border-action hover:bg-mint'
                  : 'border-transparent text-soft',
                index === open ? 'border-action bg-mint' : day.state === 'open' && 'border-edge',
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
                <strong
                  className={
                    day.state === 'open' ? 'text-base leading-tight font-semibold' : 'font-normal'
                  }
                >
                  {Number(day.date.slice(8))}
                </strong>
                <span
                  className={classNames(
                    'mt-0.5 size-1.5 rounded-full',
                    day.state === 'open' && 'bg-action',
                  )}
                />
              </span>
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}
