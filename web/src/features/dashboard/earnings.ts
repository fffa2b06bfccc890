import type { BookingStatus } from '#contract/booking-status.ts'
import { cents, dollars } from '#contract/booking-price.ts'

const HOURS_GUESSED = 3

/** The specification's formula (professional spec 9), in dollars: a guess, and shown as one. */
export function estimatedEarnings(totalBookings: number, hourlyRate: number): number {
  return dollars(totalBookings * cents(hourlyRate) * HOURS_GUESSED)
}

/** What was really agreed (accepted or completed) and what is done, in dollars (decision 31). */
export function realEarnings(bookings: readonly { status: BookingStatus; total_amount: number }[]) {
  const sum = (statuses: readonly BookingStatus[]) =>
    dollars(
      bookings
        .filter(({ status }) => statuses.includes(status))
        .reduce((total, { total_amount }) => total + cents(total_amount), 0),
    )
  return { booked: sum(['accepted', 'completed']), completed: sum(['completed']) }
}
