/** The total of a booking in cents. rule: booking-price-frozen */
export function bookingTotalCents(hourlyRateCents: number, hours: number): number {
  return Math.round(hourlyRateCents * hours)
}

/** Converts cents to dollars, as answers carry them (65 or 65.5). */
export function dollars(cents: number): number {
  return cents / 100
}

/** Converts dollars to whole cents. */
export function cents(dollarAmount: number): number {
  return Math.round(dollarAmount * 100)
}
