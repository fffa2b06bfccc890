import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { formatNearDay } from '#contract/date-formats.ts'
import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { dateIn } from '#web/i18n/today-in.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useNow } from '#web/ui/states/use-now.ts'
import { NoBreakText } from '#web/ui/no-break-text.tsx'

type Times = Pick<ClientBooking, 'starts_at' | 'time_zone' | 'city'>

const DAY_MS = 86_400_000

/**
 * 'Tomorrow, 9:00 AM', or 'Tue, Dec 8, 9:00 AM'. Its city is named where the clocks of the reader show another time.
 * rule: booking-lists
 */
export function VisitWhen({ visit }: { visit: Times }) {
  const { t, i18n } = useTranslation('bookings')
  const format = useFormat()
  const now = +useNow()
  const { starts_at, time_zone, city } = visit
  const day = dateIn(time_zone, new Date(starts_at))
  const near = ([0, 1] as const).find(
    (days) => dateIn(time_zone, new Date(now + days * DAY_MS)) === day,
  )
  const time =
    near === undefined
      ? format.visit(starts_at, time_zone)
      : `${formatNearDay(i18n.language, near)}, ${format.time(starts_at, time_zone)}`
  const isOwnTime =
    format.visit(starts_at, time_zone) === format.visit(starts_at, browserTimeZone())
  return (
    <time dateTime={starts_at} className="inline-block first-letter:uppercase">
      <NoBreakText>{isOwnTime ? time : t('visit_time', { time, city })}</NoBreakText>
    </time>
  )
}
