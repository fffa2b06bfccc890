import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'

const HOUR_MS = 3_600_000
const CHOSEN = 'border-action bg-action text-on-action hover:bg-action-strong'
export const NOT_CHOSEN = 'border-edge bg-surface hover:border-action hover:bg-mint'

type TimeCellProps = {
  startsAt: string
  timeZone: string
  hours: number
  isChosen: boolean
  isTabStop: boolean
  className: string
  onFocus: () => void
  onClick: () => void
}

/**
 * A free time as '8:00', in a part of the grid that says which half of the day it is.
 * rules: slot-picker, profile-times
 */
export function TimeCell({
  startsAt,
  timeZone,
  hours,
  isChosen,
  isTabStop,
  className,
  ...on
}: TimeCellProps) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const ends = new Date(Date.parse(startsAt) + hours * HOUR_MS)
  return (
    <button
      type="button"
      role="gridcell"
      aria-selected={isChosen}
      tabIndex={isTabStop ? 0 : -1}
      className={classNames(
        'tabular min-h-11 rounded-md border font-medium',
        isChosen ? CHOSEN : NOT_CHOSEN,
        className,
      )}
      {...on}
    >
      <span aria-hidden="true">{format.clock(startsAt, timeZone)}</span>
      <span className="sr-only">
        {t('slots.time', {
          from: format.time(startsAt, timeZone),
          to: format.time(ends, timeZone),
        })}
      </span>
    </button>
  )
}
