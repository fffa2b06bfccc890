import { cents } from '#contract/bookings/booking-price.ts'
import type { BookingFacts, NoticeData } from './notice-data.ts'

/** The booking with what is due: its lines are those of the settled hours. rule: notice-privacy, settle-hours */
export function settledFacts(booking: BookingFacts, { total }: NoticeData): BookingFacts {
  const minutes = booking.lines.reduce(
    (sum, line) => sum + ('minutes' in line ? line.minutes : 0),
    0,
  )
  return { ...booking, estimated_hours: minutes / 60, total_cents: cents(Number(total)) }
}
