/** The path of the list of saved homes. */
export const HOMES = '/homes'
/** The path of the form for a new home. */
export const NEW_HOME = '/homes/new'

/** The address of a saved home. */
export function homeAddress(id: string): string {
  return `${HOMES}/${id}`
}

/** The form for a new home, with the address of a booking that gets it. */
export function homeOfBookingAddress(bookingId: string): string {
  return `${NEW_HOME}?booking=${bookingId}`
}
