import type { ClientBooking } from '#contract/bookings/bookings.ts'

/** Later visits of one series, as one row. `regular` is one of them that was not moved, if there is one. */
export type SeriesOfVisits = { visits: ClientBooking[]; regular: ClientBooking }

export type Entry = ClientBooking | SeriesOfVisits

export const isSeries = (entry: Entry): entry is SeriesOfVisits => 'visits' in entry

const WEEK_MS = 7 * 86_400_000

/**
 * The coming visits of a client: those that wait for an answer of theirs, those of the next seven days, and the later
 * ones, with the regular visits of one series as one entry. `now` is in milliseconds. rule: booking-lists
 */
export function groupVisits(bookings: readonly ClientBooking[], now: number) {
  const {
    answer = [],
    soon = [],
    later = [],
  } = Object.groupBy(bookings, (booking) =>
    waitsForClient(booking) ? 'answer' : isSoon(booking, now) ? 'soon' : 'later',
  )
  return { answer, soon, later: withSeries(later) }
}

/** Whether the client can answer a proposed time or the hours. `proposal`: an earlier version stored none. */
export const waitsForClient = ({ proposal, may_answer_hours }: ClientBooking): boolean =>
  may_answer_hours || proposal?.may.includes('accepted') === true

const isSoon = ({ starts_at }: ClientBooking, now: number) => Date.parse(starts_at) < now + WEEK_MS

/** Visits in their order. Those of one series are one entry at the place of the first of them. */
function withSeries(bookings: readonly ClientBooking[]): Entry[] {
  const ofSeries = Map.groupBy(bookings, ({ id, series }) => series?.id ?? id)
  return [...ofSeries.values()].flatMap<Entry>((visits) => {
    const [first] = visits
    if (visits.length < 2 || !first) return visits
    const regular = visits.find(({ series, booking_date }) => series?.date === booking_date)
    return [{ visits, regular: regular ?? first }]
  })
}
