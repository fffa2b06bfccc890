import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { RELIABILITY_DAYS } from '#contract/bookings/booking-rules.ts'
import type { Db } from '#server/db/db.ts'
import { writePunctuality as writeOnTime } from '#server/bookings/moves/outcome.ts'
import { LATE, UNKNOWN } from './reliability.ts'

/** The number of a pair's last visits that have stages. */
const VISITS = 6

type Person = { id: string }

/** The stages of a pair's last completed visits: each began a little early. rule: visit-stages */
export async function writeVisitStages(db: Db, professional: Person, client: Person) {
  await writeStages(
    db,
    sql`
    select id, professional_id, stage, at
    from (
      select id, professional_id, starts_at, ends_at from bookings
      where professional_id = ${professional.id}::uuid and client_id = ${client.id}::uuid and status = 'completed'
      order by starts_at desc limit ${VISITS}
    ) as visit, lateral (values
      ('on_my_way', starts_at - interval '25 minutes'), ('arrived', starts_at - interval '4 minutes'),
      ('started', starts_at), ('finished', ends_at)
    ) as said (stage, at)`,
  )
}

/**
 * Records when the professional arrived at the completed visits of the last 180 days: at two they were late, and one
 * has no record. Marks the visits that they cancelled as cancelled late. rule: reliability
 */
export async function writePunctuality(db: Db, professional: Person): Promise<void> {
  await sql`
    update bookings set cancelled_late = true
    where professional_id = ${professional.id}::uuid and cancelled_by = 'professional'`.execute(db)
  await writeStages(
    db,
    sql`
    select id, professional_id, said.stage, at
    from (
      select *, row_number() over (order by starts_at) as number from bookings
      where professional_id = ${professional.id}::uuid and status = 'completed' and stage is null
        and ends_at > now() - make_interval(days => ${RELIABILITY_DAYS})
    ) as visit, lateral (values
      ('arrived', starts_at + case when number <= ${UNKNOWN + LATE} then interval '22 minutes' else interval '-5 minutes' end),
      ('finished', ends_at)
    ) as said (stage, at)
    where number > ${UNKNOWN}`,
  )
  const pressed = await db.selectFrom('booking_stages').select('booking_id').distinct().execute()
  await writeOnTime(db, ...pressed.map(({ booking_id }) => booking_id))
}

/** Writes what professionals pressed: rows of a visit, its professional, a stage and a time. */
async function writeStages(db: Db, pressed: RawBuilder<unknown>): Promise<void> {
  await sql`
    with pressed as (${pressed}), event as (
      insert into events (kind, subject_id, actor_id, at)
      select 'visit.' || stage, id, professional_id, at from pressed
      returning id, subject_id, substr(kind, length('visit.') + 1) as stage, at
    ), said as (
      insert into booking_stages (booking_id, stage, at, received_at, eta_minutes, event_id)
      select subject_id, stage, at, at, case stage when 'on_my_way' then 20 end, id from event
      returning booking_id
    )
    update bookings set stage = 'finished' where id in (select booking_id from said)`.execute(db)
}
