import type { BookingStatus } from '#contract/booking-status.ts'

type Dated = { status: BookingStatus; starts_at: string; ends_at: string }

/** Open bookings that are not over yet, the next one first; the rest as it comes, newest first. */
export function splitByTime<B extends Dated>(bookings: readonly B[], now: Date) {
  const isAhead = ({ status, ends_at }: B) =>
    (status === 'pending' || status === 'accepted') && new Date(ends_at) > now
  return {
    upcoming: bookings
      .filter(isAhead)
      .toSorted((one, other) => one.starts_at.localeCompare(other.starts_at)),
    past: bookings.filter((booking) => !isAhead(booking)),
  }
}
