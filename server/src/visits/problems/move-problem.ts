import { sql } from 'kysely'
import type { Problem, ProblemAnswer } from '#contract/visits/problems.ts'
import { stateAfter } from '#contract/visits/problem-rules.ts'
import type { ProblemMove, ProblemMover, ProblemState } from '#contract/visits/problem-rules.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { lockOwnBooking } from '#server/bookings/moves/booking-moves.ts'
import type { LockedBooking } from '#server/bookings/moves/booking-moves.ts'
import { bookReclean, checkReclean } from '#server/bookings/moves/reclean.ts'
import type { OfferedReclean } from '#server/bookings/moves/reclean.ts'
import { hasBlockSql } from '#server/people/person/blocked-pair.ts'
import { lockPeople } from '#server/people/person/lock-people.ts'
import { settleVisit } from '#server/bookings/hours/settle-hours.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { refuseIfLeadLocked } from '#server/bookings/moves/lock-visit.ts'
import { afterStep, isDue, readProblem } from './problem-view.ts'
import { bookingOfProblem, problemById, updateProblem } from './problems.queries.ts'
import type { ProblemRow } from './problems.queries.ts'
import { openProblemCase } from './problem-case.ts'
import { recordProblemEvent } from './report-problem.ts'

/** The locked rows, with the actor and the time of the command on a problem. */
type Locked = {
  tx: Db
  actor: Side
  problem: ProblemRow
  booking: LockedBooking
  now: Date
}

/**
 * The other side answers a problem. Refuses not_found, lead_locked, not_yours for its author, invalid_input,
 * problem_moved, and of an offered re-clean what `checkReclean` refuses. The same answer again changes nothing.
 * rule: problem-moves
 */
export function answerProblem(context: Context, actor: Side, id: string, answer: ProblemAnswer) {
  return moveProblem(context, actor, id, {}, async (locked) => {
    const { tx, problem, booking, now } = locked
    if (problem.by === actor.role) refuse('not_yours')
    const { accepts, statement, reclean } = answer
    const isNoShow = problem.kind === 'no_show'
    if (isNoShow !== (accepts !== undefined) || (isNoShow && reclean)) refuse('invalid_input')
    if (accepts !== true && statement === undefined) refuse('invalid_input')
    const move = !isNoShow ? 'answer' : accepts ? 'accept' : 'dispute'
    if (isSameAnswer(problem, move, answer)) return
    // One answer, also of a no-show that a late press had disputed before.
    if (problem.answered_at !== null) refuse('problem_moved')
    const state = nextState(locked, move, 'other')
    if (reclean) await checkReclean(tx, booking, reclean, now)
    await writeState(locked, state, {
      answer: statement ?? null,
      answered_at: now,
      ...(reclean && {
        reclean_date: reclean.booking_date,
        reclean_time: reclean.booking_time,
        reclean_hours: reclean.estimated_hours,
      }),
    })
    await recordProblemEvent(tx, state === 'stands' ? 'closed' : 'answered', problem, actor.id, now)
  })
}

/**
 * The client books the re-clean that the professional offers. Refuses not_found, problem_moved, slot_taken: then the
 * problem stays answered. rule: reclean, problem-moves
 */
export function acceptReclean(context: Context, actor: Side, id: string) {
  return moveProblem(context, actor, id, { accepts: true }, async (locked) => {
    const { tx, problem, booking, now } = locked
    // Accepted before, whatever has become of it.
    if (problem.reclean_id !== null) return
    const state = nextState(locked, 'reclean', 'author')
    const offered = offeredReclean(problem) ?? refuse('problem_moved')
    const { client_id, professional_id } = booking
    const people = await lockPeople(tx, client_id, professional_id)
    const sides = [sql`${client_id}::uuid`, sql`${professional_id}::uuid`] as const
    const { rows } = await sql<{
      blocked: boolean
    }>`select ${hasBlockSql(...sides)} as blocked`.execute(tx)
    if (people.size < 2 || rows[0]!.blocked) refuse('slot_taken')
    const reclean_id = await bookReclean(tx, booking, offered, now)
    await writeState(locked, state, { reclean_id })
  })
}

/**
 * The author of a problem says whether it is solved, or takes it back. Refuses not_found, lead_locked, not_yours,
 * problem_moved. rule: problem-moves
 */
export function closeProblem(
  context: Context,
  actor: Side,
  id: string,
  outcome: 'solved' | 'not_solved' | 'withdrawn',
) {
  return moveProblem(context, actor, id, {}, async (locked) => {
    const { tx, problem, now } = locked
    if (problem.by !== actor.role) refuse('not_yours')
    if (isSameClosing(problem, outcome)) return
    const state = nextState(locked, outcome, 'author')
    await writeState(locked, state)
    const what = state === 'disputed' ? 'disputed' : 'closed'
    await recordProblemEvent(tx, what, problem, actor.id, now)
  })
}

/**
 * Whether the author has closed the problem in this way before. 'not_solved' has no state of its own: it sends an
 * answered problem to the operator.
 */
function isSameClosing(
  { kind, state, answered_at }: ProblemRow,
  outcome: 'solved' | 'not_solved' | 'withdrawn',
): boolean {
  if (outcome !== 'not_solved') return state === outcome
  const isWithOperator = state === 'disputed' || state === 'decided'
  return isWithOperator && kind !== 'no_show' && answered_at !== null
}

/** Runs a change of a locked problem, and answers the problem afterwards. */
async function moveProblem(
  context: Context,
  actor: Side,
  id: string,
  { accepts = false }: { accepts?: boolean },
  change: (locked: Locked) => Promise<void>,
): Promise<Problem> {
  const now = context.clock.now()
  const moved = await context.db.transaction().execute(async (tx) => {
    const { problem, booking } = await lockProblem(tx, actor, id, { accepts })
    await change({ tx, actor, problem, booking, now })
    if (problem.kind === 'no_show') await settleVisit(tx, booking.id, now)
    return readProblem(tx, actor, problem.id, now)
  })
  await notifyBookingChange(context, moved.booking_id)
  if (moved.reclean?.booking_id) await notifyBookingChange(context, moved.reclean.booking_id)
  return moved
}

/**
 * Locks people, professional, booking and problem of a side, in this order. Refuses not_found, and lead_locked for the
 * professional of a locked lead.
 */
export async function lockProblem(
  tx: Db,
  actor: Side,
  id: string,
  { accepts = false }: { accepts?: boolean } = {},
): Promise<{ problem: ProblemRow; booking: LockedBooking }> {
  const problemId = Id.safeParse(id).data ?? refuse('not_found')
  const bookingId = (await bookingOfProblem(tx, actor, problemId)) ?? refuse('not_found')
  const booking =
    (await lockOwnBooking(tx, actor, bookingId, { accepts, whileSuspended: 'visits' })) ??
    refuse('not_found')
  await refuseIfLeadLocked(tx, actor, booking)
  return { problem: await problemById(tx, problemId), booking }
}

/**
 * Refuses 'problem_moved' for what the table lacks, and once the time of the problem has passed. rule: problem-moves
 */
function nextState({ problem, now }: Locked, move: ProblemMove, by: ProblemMover): ProblemState {
  const state = stateAfter(problem, move, by)
  if (state === undefined || isDue(problem, now)) refuse('problem_moved')
  return state
}

async function writeState(
  { tx, problem, now }: Locked,
  state: ProblemState,
  values: Parameters<typeof updateProblem>[2] = {},
): Promise<void> {
  await updateProblem(tx, problem, { ...values, ...stateColumns(state, now) })
  if (state === 'disputed') await openProblemCase(tx, problem, now)
}

/** The columns of a state: when a background job moves it, and when it ended. rule: problem-moves */
export function stateColumns(state: ProblemState, now: Date) {
  return {
    state,
    answer_until: state === 'answered' ? afterStep(now) : null,
    ended_at: ENDED_STATES.includes(state) ? now : null,
  }
}

const ENDED_STATES: readonly ProblemState[] = ['stands', 'solved', 'withdrawn', 'decided']

/** Whether this answer was given before, however far the problem has gone since. */
function isSameAnswer(
  problem: ProblemRow,
  move: 'accept' | 'dispute' | 'answer',
  { statement, reclean }: ProblemAnswer,
): boolean {
  if (problem.answered_at === null) return false
  if ((move === 'accept') !== (problem.state === 'stands')) return false
  const stored = offeredReclean(problem)
  return (
    problem.answer === (statement ?? null) &&
    stored?.booking_date === reclean?.booking_date &&
    stored?.booking_time === reclean?.booking_time &&
    stored?.estimated_hours === reclean?.estimated_hours
  )
}

function offeredReclean({
  reclean_date,
  reclean_time,
  reclean_hours,
}: ProblemRow): OfferedReclean | undefined {
  if (reclean_date === null || reclean_time === null || reclean_hours === null) return undefined
  return {
    booking_date: reclean_date,
    booking_time: reclean_time.slice(0, 5),
    estimated_hours: reclean_hours,
  }
}
