/** Stripe's seconds as an instant. */
export function momentOf(seconds: number): Date {
  return new Date(seconds * 1000)
}
