import type { Insertable } from 'kysely'
import { chance } from '../chance.ts'
import type { Tx } from '#server/db/db.ts'
import type { DB } from '#server/db/types.ts'
import { writeOutcome } from '#server/bookings/moves/outcome.ts'
import { recordProblemEvent } from '#server/visits/problems/report-problem.ts'
import { HOUR_MS } from '../market/people.ts'
import type { DemoClient, DemoProfessional } from '../market/people.ts'
import { visitsDone } from './pair-visits.ts'
import { completed, dateAhead } from './visits.ts'
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

/** The professional disputes a no-show of this visit, and it waits for an operator. rule: no-show, problem-moves */
export async function writeDisputedNoShow(db: Tx, { id }: { id: string }): Promise<void> {
  const visit = await db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const contacted = new Date(+visit.starts_at + HOUR_MS / 3)
  const contact = { booking_id: id, at: contacted, received_at: contacted } as const
  await db
    .insertInto('booking_contacts')
    .values({ ...contact, by: 'client', way: 'message' })
    .execute()
  await writeProblem(db, visit, {
    kind: 'no_show',
    state: 'disputed',
    opened_at: new Date(+visit.starts_at + 0.75 * HOUR_MS),
    statement: 'Esperé cuarenta minutos delante de la casa y no llegó nadie.',
    answer: 'Estuve a la hora en la puerta. Toqué dos veces y nadie abrió.',
    answered_at: new Date(+visit.starts_at + ANSWERED_HOURS_LATER * HOUR_MS),
  })
  await writeOutcome(db, id)
}

/** A missed task of a pair's last visit: the professional is sorry and offers a re-clean. rule: reclean */
export async function writeAnsweredProblem(
  db: Tx,
  professional: { id: string },
  client: { id: string },
  now: Date,
): Promise<void> {
  const [visit] = await visitsDone(db, professional, client)
  const after = (hours: number) => new Date(+visit.ends_at + hours * HOUR_MS)
  await writeProblem(db, visit, {
    kind: 'missed_task',
    state: 'answered',
    opened_at: after(2),
    statement: 'The oven was not cleaned, and the windows of the kitchen were left out.',
    answer: 'I am sorry, I missed both. I can come again and put it right.',
    answered_at: after(5),
    answer_until: after(77),
    reclean_date: dateAhead(now, 3, 'UTC'),
    reclean_time: '17:30',
    reclean_hours: 1,
  })
}

type Visit = { id: string; client_id: string; professional_id: string }
type Told = Omit<Insertable<DB['problems']>, 'booking_id' | 'by'> & {
  opened_at: Date
  answered_at: Date
}

/** Writes a problem that the client has opened and the professional has answered. */
async function writeProblem(db: Tx, visit: Visit, told: Told): Promise<void> {
  const { id } = await db
    .insertInto('problems')
    .values({ booking_id: visit.id, by: 'client', ...told })
    .returning('id')
    .executeTakeFirstOrThrow()
  const problem = { id, booking_id: visit.id }
  await recordProblemEvent(db, 'opened', problem, visit.client_id, told.opened_at)
  await recordProblemEvent(db, 'answered', problem, visit.professional_id, told.answered_at)
}
