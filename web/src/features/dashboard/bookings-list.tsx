import type { ReactNode } from 'react'
import type { ProfessionalBooking } from '#contract/bookings.ts'
import { BookingRow } from './booking-row.tsx'

/** Bookings one below the other; `none` says why there are none. */
export function BookingsList({
  bookings,
  none,
}: {
  bookings: readonly ProfessionalBooking[]
  none: ReactNode
}) {
  if (bookings.length === 0) return none
  return (
    <ul className="divide-y divide-line">
      {bookings.map((booking) => (
        <li key={booking.id}>
          <BookingRow booking={booking} />
        </li>
      ))}
    </ul>
  )
}
