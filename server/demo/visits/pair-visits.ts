import type { Chance } from '../chance.ts'
import type { Db } from '#server/db/db.ts'
import { HOUR_MS, daysBefore } from '../market/people.ts'
import type { DemoClient, DemoProfessional } from '../market/people.ts'
import { booking, dateAhead } from './visits.ts'
import type { Visits } from './visits.ts'

export const BOOKED_HOURS = 2
/** Earlier visits, each with a receipt. */
const EARLIER_DAYS = [31, 45, 59] as const

type Person = { id: string }

/**
 * Visits of a professional with their own client: yesterday's, some in the evenings of the weeks before, and `near`.
 * Yesterday's begins about an hour later than it is now, so that its client can still answer its hours for some hours.
 * `near` is accepted and begins within 24 hours, so that its access details are open: at noon today, or at 9 tomorrow
 * once that is less than a day away. rule: settle-hours, access-details
 */
export function visitsOfPair(
  professional: DemoProfessional,
  client: DemoClient,
  random: Chance,
  now: Date,
): { done: Visits['bookings']; near: Visits['bookings'][number] } {
  const zone = client.home.time_zone
  const { hour } = Temporal.Instant.fromEpochMilliseconds(+now).toZonedDateTimeISO(zone)
  const visit = (status: 'completed' | 'accepted', daysAhead: number, booking_time: string) => {
    const created_at = daysBefore(now, 5 - Math.min(0, daysAhead))
    return booking(professional, client, random, {
      status,
      service_type: 'standard',
      cleaning_frequency: 'one_time',
      booking_date: dateAhead(now, daysAhead, zone),
      booking_time,
      estimated_hours: BOOKED_HOURS,
      created_at,
      answered_at: new Date(+created_at + HOUR_MS),
    })
  }
  const yesterday = `${String(Math.min(22, Math.max(9, hour + 1))).padStart(2, '0')}:00`
  const times = [[1, yesterday], ...EARLIER_DAYS.map((day) => [day, '20:30'] as const)] as const
  return {
    done: times.map(([day, time]) => visit('completed', -day, time)),
    near: hour < 10 ? visit('accepted', 0, '12:00') : visit('accepted', 1, '09:00'),
  }
}

/** The visits of a pair that took place, the newest first. */
export async function visitsDone(db: Db, professional: Person, client: Person) {
  const visits = await db
    .selectFrom('bookings')
    .selectAll()
    .where('professional_id', '=', professional.id)
    .where('client_id', '=', client.id)
    .where('status', '=', 'completed')
    .orderBy('starts_at', 'desc')
    .execute()
  return visits as [(typeof visits)[number], ...typeof visits]
}
