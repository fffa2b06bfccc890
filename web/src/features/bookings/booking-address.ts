/** Where a client finds one of her bookings. */
export function bookingAddress(id: string): string {
  return `/bookings/${id}`
}
