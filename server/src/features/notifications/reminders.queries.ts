import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

type Visit = {
  id: string
  kind: 'reminder.day' | 'reminder.hours'
  client_id: string
  professional_id: string
  starts_at: Date
}

/** Accepted visits whose reminder is due now and has not been told; a day is one of the home's calendar, of 23 to 25 hours. */
export async function visitsToRemindOf(db: Db, now: Date): Promise<Visit[]> {
  const { rows } = await sql<Visit>`
    select id, reminder.kind, client_id, professional_id, starts_at
    from bookings, lateral (values
      ('reminder.day', (starts_at at time zone time_zone - interval '1 day') at time zone time_zone,
        starts_at - interval '2 hours'),
      ('reminder.hours', starts_at - interval '2 hours', starts_at)
    ) as reminder (kind, due, until)
    where status = 'accepted' and ends_at > ${now}::timestamptz
      and starts_at between ${now}::timestamptz and ${now}::timestamptz + interval '25 hours'
      and due <= ${now}::timestamptz and ${now}::timestamptz < until and answered_at <= due
      and not exists (
        select from notices where key = format('%s %s %s %s', reminder.kind, bookings.id, ${EPOCH_MS}, client_id))
    order by starts_at limit 1000`.execute(db)
  return rows
}

const EPOCH_MS = sql.raw('(extract(epoch from starts_at) * 1000)::bigint')
