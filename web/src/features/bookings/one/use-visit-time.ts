import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

type Place = { time_zone: string; city: string }

/**
 * A time at the home, 'Tue, Dec 1, 9:00 AM'. It names the city of the home, 'Austin time', where the clocks of the
 * reader show another time. rule: booking-lists
 */
export function useVisitTime(): (instant: string, home: Place) => string {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  return (instant, { time_zone, city }) => {
    const time = format.visit(instant, time_zone)
    const readersTime = format.visit(instant, browserTimeZone())
    return time === readersTime ? time : t('visit_time', { time, city })
  }
}
