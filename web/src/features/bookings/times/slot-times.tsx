import type { RefObject } from 'react'
import { formatDate } from '#contract/date-formats.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { cellsOf, useGridFocus } from './use-grid-focus.ts'
import type { SlotsDay } from './slots.api.ts'

const COLUMNS = 3
const HOUR_MS = 3_600_000

type TimesGridProps = {
  day: SlotsDay
  timeZone: string
  hours: number
  /** '' if no time of this day is chosen. */
  chosenTime: string
  takesFocus: RefObject<boolean>
  onChoose: (time: string) => void
  onLeave: () => void
}

/** The free times of one day. Escape returns to the days. rule: slot-picker */
export function TimesGrid({
  day,
  timeZone,
  hours,
  chosenTime,
  takesFocus,
  onChoose,
  onLeave,
}: TimesGridProps) {
  const { t, i18n } = useTranslation('bookings')
  const format = useFormat()
  const chosen = day.slots.findIndex(({ time }) => time === chosenTime)
  const { ref, active, setActive, onKeyDown } = useGridFocus({
    start: Math.max(0, chosen),
    count: day.slots.length,
    columns: COLUMNS,
    takesFocus,
    onEscape: onLeave,
  })
  const title = formatDate(i18n.language, day.date)
  const endOf = (startsAt: string) => new Date(Date.parse(startsAt) + hours * HOUR_MS)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold first-letter:uppercase">{title}</h3>
        <Button look="quiet" onClick={onLeave}>
          {t('slots.other_day')}
        </Button>
      </div>
      <div
        role="grid"
        tabIndex={-1}
        aria-label={t('slots.times_label', { day: title })}
        ref={ref}
        onKeyDown={onKeyDown}
        className="grid grid-cols-3 gap-2"
      >
        {cellsOf(day.slots, COLUMNS).map((row) => (
          <div key={row[0]!.cell.time} role="row" className="contents">
            {row.map(({ cell: { time, starts_at }, index }) => (
              <button
                key={time}
                type="button"
                role="gridcell"
                aria-selected={time === chosenTime}
                tabIndex={index === active ? 0 : -1}
                onFocus={() => setActive(index)}
                onClick={() => onChoose(time)}
                className={classNames(
                  'tabular min-h-14 rounded-md border px-1 text-sm font-medium',
                  time === chosenTime
                    ? 'border-action bg-action text-on-action hover:bg-action-strong'
                    : 'border-edge bg-surface hover:border-action hover:bg-mint',
                )}
              >
                {t('slots.time', {
                  from: format.time(starts_at, timeZone),
                  to: format.time(endOf(starts_at), timeZone),
                })}
              </button>
            ))}
          </div>
        ))}
      </div>
    </>
  )
}
