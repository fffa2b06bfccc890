import { cents, dollars } from '#contract/booking-price.ts'
import { EARNINGS_HOURS_GUESSED } from '#contract/product.ts'

/** A rough estimate in dollars. rule: earnings */
export function estimatedEarnings(totalBookings: number, hourlyRate: number): number {
  return dollars(totalBookings * cents(hourlyRate) * EARNINGS_HOURS_GUESSED)
}
