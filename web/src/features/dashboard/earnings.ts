import { cents, dollars } from '#contract/booking-price.ts'
import { EARNINGS_HOURS_GUESSED } from '#contract/product.ts'

/** The specification's formula (professional spec 9), in dollars: a guess, and shown as one. */
export function estimatedEarnings(totalBookings: number, hourlyRate: number): number {
  return dollars(totalBookings * cents(hourlyRate) * EARNINGS_HOURS_GUESSED)
}
