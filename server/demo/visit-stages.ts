import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** The number of a pair's last visits that have stages. */
const VISITS = 6

/** The stages of a pair's last completed visits: each began a little early. rule: visit-stages */
export async function writeVisitStages(
  db: Db,
  professional: { id: string },
  client: { id: string },
): Promise<void> {
  await sql`
    with visit as (
      select id, professional_id, starts_at, ends_at from bookings
      where professional_id = ${professional.id}::uuid and client_id = ${client.id}::uuid and status = 'completed'
      order by starts_at desc limit ${VISITS}
    ), event as (
      insert into events (kind, subject_id, actor_id, at)
      select 'visit.' || stage, id, professional_id, said.at
      from visit, lateral (values
        ('on_my_way', starts_at - interval '25 minutes'), ('arrived', starts_at - interval '4 minutes'),
        ('started', starts_at), ('finished', ends_at)
      ) as said (stage, at)
      returning id, subject_id, substr(kind, length('visit.') + 1) as stage, at
    ), said as (
      insert into booking_stages (booking_id, stage, at, received_at, eta_minutes, event_id)
      select subject_id, stage, at, at, case stage when 'on_my_way' then 20 end, id from event
      returning booking_id
    )
    update bookings set stage = 'finished' where id in (select booking_id from said)`.execute(db)
}
