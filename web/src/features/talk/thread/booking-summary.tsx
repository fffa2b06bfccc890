import type { BookingCard } from '#contract/talk/messaging.ts'
import { ServiceName } from '#web/features/bookings/list/service-name.tsx'
import { useVisitTime } from '#web/features/bookings/one/use-visit-time.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { NoBreakText } from '#web/ui/no-break-text.tsx'

type BookingFacts = Pick<
  BookingCard,
  'service_type' | 'booking_date' | 'booking_time' | 'city' | 'total_amount'
> &
  Partial<Pick<BookingCard, 'starts_at' | 'time_zone' | 'reclean_of'>>

/** 'Tue, Dec 1, 9:00 AM'. A locked lead has no instant: 'Tuesday, December 1, 2026, 9:00 AM, Austin time'. */
export function BookingTime({ booking }: { booking: BookingFacts }) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const visitTime = useVisitTime()
  const { booking_date: date, booking_time: clock, city, starts_at, time_zone } = booking
  const time = `${format.day(date)}, ${format.time(`${date}T${clock.slice(0, 5)}:00Z`, 'UTC')}`
  const text =
    starts_at && time_zone
      ? visitTime(starts_at, { time_zone, city })
      : t('visit_time', { time, city })
  return (
    <time dateTime={`${date}T${clock}`} className="tabular">
      <NoBreakText>{text}</NoBreakText>
    </time>
  )
}

/** 'Deep Cleaning · $195.00'. */
export function BookingWork({ booking }: { booking: BookingFacts }) {
  const format = useFormat()
  return (
    <span className="tabular">
      <ServiceName visit={booking} />
      &nbsp;· {format.money(booking.total_amount)}
    </span>
  )
}
