import type { BookingCard } from '#contract/talk/messaging.ts'
import { ServiceName } from '#web/features/bookings/list/service-name.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { NoBreakText } from '#web/ui/no-break-text.tsx'

type BookingFacts = Pick<
  BookingCard,
  'service_type' | 'booking_date' | 'booking_time' | 'total_amount'
> &
  Partial<Pick<BookingCard, 'city' | 'reclean_of'>>

/**
 * 'Tuesday, December 1, 2026, 9:00 AM, Austin time'. A thread that an earlier version stored offline has no city.
 */
export function BookingTime({ booking }: { booking: BookingFacts }) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const { booking_date: date, booking_time: clock, city } = booking
  const time = `${format.day(date)}, ${format.time(`${date}T${clock.slice(0, 5)}:00Z`, 'UTC')}`
  return (
    <time dateTime={`${date}T${clock}`} className="tabular">
      <NoBreakText>{city ? t('visit_time', { time, city }) : time}</NoBreakText>
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
