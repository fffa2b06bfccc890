import type { RefObject } from 'react'
import { formatDate } from '#contract/date-formats.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { TimeCell } from './time-cell.tsx'
import { cellsOf, useGridFocus } from './use-grid-focus.ts'
import type { SlotsDay } from './slots.api.ts'

const COLUMNS = 4
const NOON = '12:00'

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

/** The free times of one day, by half day. Escape returns to the days. rule: slot-picker */
export function TimesGrid(props: TimesGridProps) {
  const { day, timeZone, hours, chosenTime, takesFocus, onChoose, onLeave } = props
  const { t, i18n } = useTranslation('bookings')
  const morning = day.slots.filter(({ time }) => time < NOON)
  const afternoon = day.slots.slice(morning.length)
  const parts = [
    { name: 'morning' as const, rows: cellsOf(morning, COLUMNS) },
    { name: 'afternoon' as const, rows: cellsOf(afternoon, COLUMNS, morning.length) },
  ]
  const { ref, active, setActive, onKeyDown } = useGridFocus({
    start: Math.max(
      0,
      day.slots.findIndex(({ time }) => time === chosenTime),
    ),
    rows: parts.flatMap(({ rows }) => rows.map(({ length }) => length)),
    takesFocus,
    onEscape: onLeave,
  })
  return (
    <div
      role="grid"
      tabIndex={-1}
      aria-label={t('slots.times_label', { day: formatDate(i18n.language, day.date) })}
      ref={ref}
      onKeyDown={onKeyDown}
      className="@container flex flex-col gap-2"
    >
      {parts.map(
        ({ name, rows }) =>
          rows.length > 0 && (
            <div key={name} role="rowgroup" aria-label={t(`slots.${name}`)}>
              <p aria-hidden="true" className="mb-1 text-sm font-medium text-soft">
                {t(`slots.${name}`)}
              </p>
              <div
                role="presentation"
                className="grid grid-cols-4 gap-1.5 @max-[14rem]:grid-cols-2"
              >
                {rows.map((row) => (
                  <div key={row[0]!.cell.time} role="row" className="contents">
                    {row.map(({ cell: { time, starts_at }, index }) => (
                      <TimeCell
                        key={time}
                        startsAt={starts_at}
                        timeZone={timeZone}
                        hours={hours}
                        isChosen={time === chosenTime}
                        isTabStop={index === active}
                        className="px-1 text-base"
                        onFocus={() => setActive(index)}
                        onClick={() => onChoose(time)}
                      />
                    ))}
                  </div>
                ))}
              </div>
            </div>
          ),
      )}
    </div>
  )
}
