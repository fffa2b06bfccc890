import type { BookingCard } from '#contract/talk/messaging.ts'
import { ServiceName } from '#web/features/bookings/list/service-name.tsx'
import { useFormat } from '#web/i18n/format.ts'

type BookingFacts = Pick<BookingCard, 'service_type' | 'total_amount'> &
  Partial<Pick<BookingCard, 'reclean_of'>>

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
