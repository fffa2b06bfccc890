import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { DemoProfessional } from '../market/people.ts'

/** How many days ahead a demo absence begins: on Monday of next week. It ends on Wednesday. */
export function daysToAbsence(now: Date, timeZone: string): number {
  const { dayOfWeek } = Temporal.Instant.fromEpochMilliseconds(+now).toZonedDateTimeISO(timeZone)
  return 8 - dayOfWeek
}
export const ABSENCE_DAYS = 3

export const ABSENCE_REASON = 'Estou com gripe e não posso ir esta semana. Desculpe!'

/** Closes the days of a professional who is ill, and tells the clients whose visits were cancelled. rule: absence */
export async function writeAbsence(db: Db, { id, home }: DemoProfessional, now: Date) {
  const today = Temporal.Instant.fromEpochMilliseconds(+now)
    .toZonedDateTimeISO(home.time_zone)
    .toPlainDate()
  const from = today.add({ days: daysToAbsence(now, home.time_zone) })
  await db
    .insertInto('time_exceptions')
    .values({
      professional_id: id,
      kind: 'off',
      from_date: from.toString(),
      to_date: from.add({ days: ABSENCE_DAYS - 1 }).toString(),
      note: '',
      created_at: now,
    })
    .execute()
  await sql`
    insert into notices (user_id, kind, key, booking_id, other_id, at, shown, emailed_at, pushed_at)
    select client_id, 'booking.absence', 'booking.absence demo ' || client_id, id, professional_id, cancelled_at, true,
      cancelled_at, cancelled_at
    from bookings where professional_id = ${id}::uuid and reason_code = 'ill'`.execute(db)
}
