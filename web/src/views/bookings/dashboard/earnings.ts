import { cents, dollars } from '#contract/bookings/booking-price.ts'
import { EARNINGS_HOURS_GUESSED } from '#contract/bookings/booking-rules.ts'

type Earned = { totalBookings: number; hourlyRate: number; booked: number }

/**
 * A rough estimate in dollars, `guess`. `shown` is never less than what is really booked, which includes what was
 * completed. rule: earnings
 */
export function estimatedEarnings({ totalBookings, hourlyRate, booked }: Earned) {
  const guess = dollars(totalBookings * cents(hourlyRate) * EARNINGS_HOURS_GUESSED)
  return { guess, shown: Math.max(guess, booked) }
}
