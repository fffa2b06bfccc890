/** The path of the list of regular visits. */
export const REGULAR_VISITS = '/regular-visits'

/** The address of regular visits, for both sides. */
export function seriesAddress(id: string): string {
  return `${REGULAR_VISITS}/${id}`
}

/** The address of the work agreement of a visit, for both sides. */
export function agreementAddress(id: string): string {
  return `/bookings/${id}/agreement`
}

/** The address of the receipt of a visit, for both sides. */
export function receiptAddress(id: string): string {
  return `/bookings/${id}/receipt`
}

/** The address of the page of a visit, for both sides. */
export function visitAddress(id: string): string {
  return `/visits/${id}`
}

/** The address of a client's calendar, on a day or today. */
export function clientCalendarAddress(day?: string): string {
  return day ? `/bookings?view=calendar&day=${day}` : '/bookings?view=calendar'
}
