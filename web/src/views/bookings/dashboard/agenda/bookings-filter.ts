import { BOOKING_STATUSES } from '#contract/bookings/booking-status.ts'
import type { BookingStatus } from '#contract/bookings/booking-status.ts'
import type { ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { plainText } from '#web/i18n/plain-text.ts'
import { dashboardAddress } from '#web/router/dashboard-address.ts'

/** Which bookings are shown, and how. The address of the page keeps it. rule: booking-lists */
export type BookingsFilter = {
  status: BookingStatus | undefined
  text: string
  as: 'list' | 'calendar'
  /** The day that the calendar shows, '2026-12-01'. */
  day: string | undefined
}

/** Reads the filter of an address. Unknown values are ignored. */
export function bookingsFilterIn(search: URLSearchParams): BookingsFilter {
  const day = search.get('day') ?? ''
  return {
    status: BOOKING_STATUSES.find((known) => known === search.get('status')),
    text: search.get('q') ?? '',
    as: search.get('as') === 'calendar' ? 'calendar' : 'list',
    day: isDay(day) ? day : undefined,
  }
}

/** The address that shows a filter. */
export function bookingsAddress({ status, text, as, day }: BookingsFilter): string {
  const query = new URLSearchParams({
    ...(status ? { status } : {}),
    ...(text ? { q: text } : {}),
    ...(as === 'calendar' ? { as } : {}),
    ...(day ? { day } : {}),
  })
  return `${dashboardAddress('bookings')}${query.size > 0 ? `&${query}` : ''}`
}

/** The bookings with this status that contain every word of the text. Accents and capitals do not matter. */
export function filterBookings(
  bookings: readonly ProfessionalBooking[],
  { status, text }: Pick<BookingsFilter, 'status' | 'text'>,
): ProfessionalBooking[] {
  const words = plainText(text).split(/\s+/).filter(Boolean)
  return bookings.filter((booking) => {
    if (status && booking.status !== status) return false
    const content = plainText(searchedTexts(booking).join(' '))
    return words.every((word) => content.includes(word))
  })
}

const searchedTexts = ({ client_details, ...booking }: ProfessionalBooking) => [
  client_details.first_name,
  client_details.last_name,
  booking.phone,
  booking.email,
  booking.street_address,
  booking.city,
  booking.state,
  booking.zip_code,
  booking.special_instructions,
]

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
