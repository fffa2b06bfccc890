import { sql } from 'kysely'
import { cents } from '#contract/bookings/booking-price.ts'
import { PROBLEMS_A_DAY_MAX } from '#contract/visits/problem-rules.ts'
import type {
  ContactAttempt,
  ContactPress,
  NewProblem,
  Problem,
} from '#contract/visits/problems.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse, refuseForSeconds } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { endAccessOfNoShow } from '../access/access-of-visit.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { writeOutcome } from '#server/bookings/moves/outcome.ts'
import { settleVisit } from '#server/bookings/hours/settle-hours.ts'
import { lockVisit } from '#server/bookings/moves/lock-visit.ts'
import { pressTime } from '#server/bookings/moves/press-time.ts'
import { afterStep, readProblem } from './problem-view.ts'
import { contactsOf, reportsSince, reportState } from './problems.queries.ts'
import { afterVisitRefusal, contactFrom, isOfVisit, noShowRefusal } from './reporting.ts'

const DAY_MS = 86_400_000
/** Presses within a minute are one attempt. */
const SAME_CONTACT_MS = 60_000
/** The most attempts of a side that are recorded for one booking before they count, and again since. */
const CONTACTS_MAX = 100

/**
 * A side reports a problem of a visit. One transaction writes the problem, its event and the job that notifies the
 * other side. Refusals, in this order: clients_only, booking_not_found, lead_locked; of a no-show those of
 * `noShowRefusal`, of others those of `afterVisitRefusal`; problem_open, too_many_requests.
 * rule: problems, no-show
 */
export async function reportProblem(
  context: Context,
  actor: Side,
  bookingId: string,
  { kind, statement, value }: NewProblem,
  idempotency: Idempotency | undefined,
): Promise<Problem> {
  if (kind !== 'no_show' && actor.role !== 'client') refuse('clients_only')
  const now = context.clock.now()
  // Saved answers are not deleted with an account, so this one holds nothing that a person wrote.
  const { id: problemId } = await runInTransaction(context.db, idempotency, async (tx) => {
    const booking = await lockVisit(tx, actor, bookingId)
    const state = await reportState(tx, booking.id, actor.role)
    const refusal =
      kind === 'no_show' ? noShowRefusal(state, actor.role, now) : afterVisitRefusal(state, now)
    if (refusal) refuse(refusal)
    if (state.undecided.includes(kind)) refuse('problem_open')
    await refuseIfTooMany(context, tx, actor, now)
    const { id } = await tx
      .insertInto('problems')
      .values({
        booking_id: booking.id,
        kind,
        by: actor.role,
        opened_at: now,
        answer_until: afterStep(now),
        statement,
        value_cents: value === undefined ? null : cents(value),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (kind === 'no_show') await writeOutcome(tx, booking.id)
    if (kind === 'no_show' && actor.role === 'client') {
      await endAccessOfNoShow(tx, context, { bookingId: booking.id, actorId: actor.id })
    }
    if (kind === 'no_show') await settleVisit(tx, booking.id, now)
    await recordProblemEvent(tx, 'opened', { id, booking_id: booking.id }, actor.id, now)
    return { id }
  })
  const problem = await readProblem(context.db, actor, problemId, now)
  await notifyBookingChange(context, problem.booking_id)
  return problem
}

/** 10 reports in 24 hours, also when they arrive at the same moment. rule: problems */
async function refuseIfTooMany({ config }: Context, tx: Db, actor: Side, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`report ${actor.id}`}, 0))`.execute(tx)
  const reports = await reportsSince(tx, actor, new Date(+now - DAY_MS))
  const blocking = reports.at(-PROBLEMS_A_DAY_MAX * config.rateLimitScale)
  if (blocking) refuseForSeconds('too_many_requests', (+blocking + DAY_MS - +now) / 1000)
}

/** Records what happened to a problem, and enqueues the notices. It has no texts. rule: problem-moves */
export async function recordProblemEvent(
  tx: Db,
  what: 'opened' | 'answered' | 'disputed' | 'closed',
  { id, booking_id }: { id: string; booking_id: string },
  actorId: string | null,
  at: Date,
): Promise<void> {
  const event_id = await recordEvent(tx, {
    kind: `problem.${what}`,
    subjectId: booking_id,
    actorId,
    at,
    data: { problem_id: id },
  })
  await enqueue(tx, 'notify-visit', { event_id })
}

/**
 * Records when a side pressed 'Message', or the professional 'Call'. Refuses invalid_input for a call of the client,
 * stage_time_invalid, booking_not_found, lead_locked, booking_already_moved. rule: no-show, visit-stages
 */
export async function logContact(
  context: Context,
  actor: Side,
  bookingId: string,
  { way, ...press }: ContactPress,
): Promise<ContactAttempt[]> {
  if (way === 'call' && actor.role === 'client') refuse('invalid_input')
  const now = context.clock.now()
  const at = pressTime(press, now)
  return context.db.transaction().execute(async (tx) => {
    const { id } = await lockVisit(tx, actor, bookingId)
    const state = await reportState(tx, id, actor.role)
    if (!isOfVisit(state)) refuse('booking_already_moved')
    const presses = await tx
      .selectFrom('booking_contacts')
      .select(['at', 'way'])
      .where('booking_id', '=', id)
      .where('by', '=', actor.role)
      .execute()
    // Presses of the days before leave room for those that count.
    const counts = (press: Date) => press >= contactFrom(state)
    const own = presses.filter((press) => counts(press.at) === counts(at))
    const isKnown = own.some((one) => one.way === way && Math.abs(+at - +one.at) < SAME_CONTACT_MS)
    if (!isKnown && own.length < CONTACTS_MAX) {
      await tx
        .insertInto('booking_contacts')
        .values({ booking_id: id, at, received_at: now, by: actor.role, way })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    return contactsOf(tx, id)
  })
}

/**
 * The client says that the visit was fine. Repeated, it answers the first moment. Refuses booking_not_found,
 * booking_already_moved, report_too_early, report_too_late, problem_open. rule: problems
 */
export async function sayAllGood(context: Context, actor: Side, bookingId: string) {
  const now = context.clock.now()
  const said = await context.db.transaction().execute(async (tx) => {
    const booking = await lockVisit(tx, actor, bookingId)
    const state = await reportState(tx, booking.id, actor.role)
    if (state.all_good_at) return { id: booking.id, at: state.all_good_at, isNew: false }
    const refusal = afterVisitRefusal(state, now)
    if (refusal) refuse(refusal)
    if (state.undecided.length > 0) refuse('problem_open')
    await tx
      .updateTable('bookings')
      .set({ all_good_at: now })
      .where('id', '=', booking.id)
      .execute()
    await recordEvent(tx, {
      kind: 'visit.all_good',
      subjectId: booking.id,
      actorId: actor.id,
      at: now,
    })
    return { id: booking.id, at: now, isNew: true }
  })
  if (said.isNew) await notifyBookingChange(context, said.id)
  return { all_good_at: said.at.toISOString() }
}
