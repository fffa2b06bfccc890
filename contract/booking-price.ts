/** The total of a booking in cents (decision 25): the hourly rate, in cents, times whole hours. */
export function bookingTotalCents(hourlyRateCents: number, hours: number): number {
  return Math.round(hourlyRateCents * hours)
}

/** Dollars as they stand on the wire (65 or 65.5) from cents. */
export function dollars(cents: number): number {
  return cents / 100
}

/** Cents from dollars on the wire. */
export function cents(dollarAmount: number): number {
  return Math.round(dollarAmount * 100)
}
