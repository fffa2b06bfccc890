import { sql } from 'kysely'
import { chance } from './chance.ts'
import type { Db } from '#server/db/db.ts'
import { writeOutcome } from '#server/features/bookings/outcome.ts'
import type { DemoClient, DemoProfessional } from './people.ts'
import { completed } from './visits.ts'
import type { Visits } from './visits.ts'

/** All other completed visits were longer ago, so this one overlaps none. */
const DISPUTED_DAYS_AGO = 2
/**
 * The hours from the visit's start to the answer. At every time of day and in every zone, the answer is then in the
 * past and the case, which is due after two days, is not due yet.
 */
const ANSWERED_HOURS_LATER = 20
/** The seed of the disputed visit alone, so that the rest of the demo world does not depend on it. */
const SEED = 7

/** A visit of the day before yesterday, with a Spanish client who has no other with this professional. */
export function disputedVisit(
  professional: DemoProfessional,
  clients: readonly DemoClient[],
  others: Visits['bookings'],
  now: Date,
): Visits['bookings'][number] {
  const known = new Set(
    others.flatMap((visit) => (visit.professional_id === professional.id ? visit.client_id : [])),
  )
  const client = clients.find(({ id, language }) => language === 'es' && !known.has(id))!
  return completed(professional, client, DISPUTED_DAYS_AGO, chance(SEED), now)
}

/** The professional disputes a no-show of this visit, and it waits for an operator. rule: no-show, decide-problem */
export async function writeDisputedNoShow(
  db: Db,
  { id, professional_id }: Pick<Visits['bookings'][number], 'id' | 'professional_id'>,
): Promise<void> {
  await sql`
    with visit as (
      select id, client_id, starts_at from bookings where id = ${id}::uuid
    ), contact as (
      insert into booking_contacts (booking_id, at, received_at, by, way)
      select id, starts_at + interval '20 minutes', starts_at + interval '20 minutes', 'client', 'message' from visit
    ), problem as (
      insert into problems (booking_id, kind, by, state, opened_at, statement, answer, answered_at)
      select id, 'no_show', 'client', 'disputed', starts_at + interval '45 minutes', 
        'Esperé cuarenta minutos delante de la casa y no llegó nadie.', 
        'Estuve a la hora en la puerta. Toqué dos veces y nadie abrió.',
        starts_at + ${ANSWERED_HOURS_LATER} * interval '1 hour'
      from visit returning id, booking_id, opened_at, answered_at
    )
    insert into events (kind, subject_id, actor_id, at, data)
    select step.kind, booking_id, step.actor_id, step.at, jsonb_build_object('problem_id', problem.id)
    from problem join visit on visit.id = booking_id, lateral (values
      ('problem.opened', client_id, opened_at),
      ('problem.answered', ${professional_id}::uuid, answered_at)
    ) as step (kind, actor_id, at)`.execute(db)
  await writeOutcome(db, id)
}

/** A missed task of a pair's last visit: the professional is sorry and offers a re-clean. rule: reclean */
export async function writeAnsweredProblem(
  db: Db,
  professional: { id: string },
  client: { id: string },
  now: Date,
): Promise<void> {
  await sql`
    with visit as (
      select id, ends_at from bookings
      where professional_id = ${professional.id}::uuid and client_id = ${client.id}::uuid and status = 'completed'
      order by starts_at desc limit 1
    ), problem as (
      insert into problems (booking_id, kind, by, state, opened_at, statement, answer, answered_at, answer_until,
        reclean_date, reclean_time, reclean_hours)
      select id, 'missed_task', 'client', 'answered', ends_at + interval '2 hours',
        'The oven was not cleaned, and the windows of the kitchen were left out.',
        'I am sorry, I missed both. I can come again and put it right.', ends_at + interval '5 hours',
        ends_at + interval '77 hours', (${now}::timestamptz + interval '3 days')::date, '17:30', 1
      from visit returning id, booking_id, opened_at, answered_at
    )
    insert into events (kind, subject_id, actor_id, at, data)
    select step.kind, booking_id, step.actor_id, step.at, jsonb_build_object('problem_id', problem.id)
    from problem, lateral (values
      ('problem.opened', ${client.id}::uuid, opened_at),
      ('problem.answered', ${professional.id}::uuid, answered_at)
    ) as step (kind, actor_id, at)`.execute(db)
}
