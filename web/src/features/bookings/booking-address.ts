/** The address of a client's booking. */
export function bookingAddress(id: string): string {
  return `/bookings/${id}`
}
