import type { Chance } from '../chance.ts'
import { RELIABILITY_DAYS } from '#contract/bookings/booking-rules.ts'
import { daysBefore, idAt } from '../market/people.ts'
import type { DemoClient, DemoProfessional } from '../market/people.ts'
import { completed, ownClientOf } from './visits.ts'
import type { Visits } from './visits.ts'

/** The visits of the last 180 days, which make '47 of 48 visits kept' and '44 of 46 on time'. */
const KEPT = 47
export const LATE = 2
export const UNKNOWN = 1
/** How many days ago the added visits were, so that none is soon too old. */
const FIRST_DAY = 4
const LAST_DAY = 160

/**
 * Returns the bookings that a professional lacks to 47 kept visits and one that they cancelled late. They are with
 * clients whom the professional knows, on days without another visit. rule: reliability
 */
export function visitsToKept(
  professional: DemoProfessional,
  clients: readonly DemoClient[],
  bookings: Visits['bookings'],
  random: Chance,
  now: Date,
): Visits['bookings'] {
  const own = bookings.filter(({ professional_id }) => professional_id === professional.id)
  const since = daysBefore(now, RELIABILITY_DAYS)
  const kept = own.filter((visit) => visit.status === 'completed' && endOf(visit) > since).length
  // The visits of their own client are told one by one elsewhere.
  const regular = ownClientOf(professional, clients)
  const known = clients.filter(
    ({ id }) => id !== regular.id && own.some((visit) => visit.client_id === id),
  )
  const taken = new Set(own.map(({ booking_date }) => booking_date))
  const dateOf = (daysAgo: number) => daysBefore(now, daysAgo).toISOString().slice(0, 10)
  const days = Array.from({ length: LAST_DAY - FIRST_DAY }, (_, index) => LAST_DAY - index).filter(
    (daysAgo) => !taken.has(dateOf(daysAgo)),
  )
  const step = days.length / (KEPT - kept + 1)
  const visits = Array.from({ length: KEPT - kept + 1 }, (_, index) =>
    completed(
      professional,
      known[index % known.length]!,
      days[Math.floor(index * step)]!,
      random,
      now,
    ),
  )
  const last = visits.pop()!
  const created_at = new Date(+endOf(last) - last.estimated_hours * 3_600_000 - 20 * 3_600_000)
  return [
    ...visits,
    {
      ...last,
      id: idAt(created_at, random),
      status: 'cancelled',
      reason: 'My car broke down, and I cannot come today. I am sorry.',
      cancelled_by: 'professional',
      cancelled_at: new Date(+created_at + 3_600_000),
      created_at,
      answered_at: new Date(+created_at + 1_800_000),
    },
  ]
}

function endOf({
  booking_date,
  booking_time,
  time_zone,
  estimated_hours,
}: Visits['bookings'][number]) {
  const start = Temporal.PlainDateTime.from(`${booking_date}T${booking_time}`)
  return new Date(
    start.toZonedDateTime(time_zone).add({ hours: estimated_hours }).epochMilliseconds,
  )
}
