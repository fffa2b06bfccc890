import type { Chance } from './chance.ts'
import { daysBefore, idAt } from './people.ts'
import type { DemoClient, DemoProfessional } from './people.ts'
import { booking } from './visits.ts'
import type { Visits } from './visits.ts'

const HOURS = 2
const HOUR_MS = 3_600_000

/**
 * An accepted visit of a pair that begins within 24 hours, so that its access details are open. It begins at noon
 * today, or at 9 tomorrow once that is less than a day away. rule: access-window
 */
export function nearVisit(
  professional: DemoProfessional,
  client: DemoClient,
  random: Chance,
  now: Date,
): Visits['bookings'][number] {
  const zone = client.home.time_zone
  const { hour } = Temporal.Instant.fromEpochMilliseconds(+now).toZonedDateTimeISO(zone)
  const [day, booking_time] = hour < 10 ? [0, '12:00'] : [-1, '09:00']
  const created_at = daysBefore(now, 6)
  return {
    ...booking(professional, client, random),
    id: idAt(created_at, random),
    status: 'accepted',
    service_type: 'standard',
    cleaning_frequency: 'one_time',
    booking_date: daysBefore(now, day).toLocaleDateString('en-CA', { timeZone: zone }),
    booking_time,
    estimated_hours: HOURS,
    reason: null,
    reason_code: null,
    cancelled_by: null,
    cancelled_at: null,
    created_at,
    answered_at: new Date(+created_at + HOUR_MS),
  }
}
