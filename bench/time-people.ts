import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { refreshSearchEntries } from '#server/features/search/search-entries.ts'
import { fillWithPeople } from './bookings-data.ts'
import type { Person } from './bookings-data.ts'

export type People = { clients: Person[]; professionals: Person[] }

/** The time zone of HOME. */
export const HOME_ZONE = 'America/Chicago'

/**
 * People with a history, whose professionals work from `from` to `to` every day (minutes after midnight) and take
 * instant bookings up to a year ahead. The clients have confirmed email addresses.
 */
export async function fillWithHours(
  db: Db,
  counts: { clients: number; professionals: number; history: number },
  { from, to }: { from: number; to: number },
): Promise<People> {
  const people = await fillWithPeople(db, counts.clients, counts.professionals, counts.history)
  await sql`update users set email_verified_at = now() where role = 'client'`.execute(db)
  await sql`
    insert into professional_times (professional_id, stated, instant_booking, notice_hours, horizon_days)
    select user_id, true, 'verified', 0, 365 from professionals`.execute(db)
  await sql`
    insert into working_hours (professional_id, weekday, from_minute, to_minute)
    select user_id, weekday, ${from}::smallint, ${to}::smallint
    from professionals cross join generate_series(1, 7) as weekday`.execute(db)
  await refreshSearchEntries(
    db,
    people.professionals.map(({ id }) => id),
  )
  await sql`vacuum analyze`.execute(db)
  return people
}
