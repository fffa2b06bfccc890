import { sql } from 'kysely'
import { stateAfter } from '#contract/visits/problem-rules.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { runBatches } from '#server/queue/run-batches.ts'
import { settleVisit } from '#server/bookings/hours/settle-hours.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { stateColumns } from './move-problem.ts'
import { afterStep, isDue } from './problem-view.ts'
import { DUE_SQL, problemById, updateProblem } from './problems.queries.ts'
import { openProblemCase } from './problem-case.ts'
import { recordProblemEvent } from './report-problem.ts'

/** How many problems one run of a transaction moves at most. */
const BATCH_SIZE = 500

/**
 * The job 'move-problems': moves every problem whose time has passed. A booking that another transaction has locked, or
 * a person whose account is being deleted, is left to the next run. rule: problem-moves
 */
export async function moveProblems(context: Context): Promise<void> {
  const now = context.clock.now()
  await runBatches(context, {
    table: 'problems',
    row: 'problem',
    size: BATCH_SIZE,
    isDue: isDueSql(now),
    async change(ids) {
      const moved = await context.db.transaction().execute(async (tx) => {
        const due = await lockDue(tx, ids, now)
        for (const { id } of due) await expire(tx, id, now)
        return due
      })
      const bookings = new Set(moved.map(({ booking_id }) => booking_id))
      await Promise.all([...bookings].map((id) => notifyBookingChange(context, id)))
    },
  })
}

const isDueSql = (now: Date) =>
  sql`problems.state in ('open', 'answered', 'reclean_booked') and ${DUE_SQL} <= ${now}::timestamptz`

/** Locks the people and the bookings of due problems, as every command does before it moves one. */
async function lockDue(
  tx: Db,
  ids: readonly string[],
  now: Date,
): Promise<{ id: string; booking_id: string }[]> {
  const { rows } = await sql<{ id: string; booking_id: string }>`
    select problems.id, problems.booking_id
    from problems
    join bookings on bookings.id = booking_id
    join users as client on client.id = client_id join users as professional on professional.id = professional_id
    where problems.id = any(${ids}::uuid[]) and ${isDueSql(now)}
    order by problems.booking_id, problems.id
    for key share of client, professional skip locked for update of bookings, problems skip locked`.execute(
    tx,
  )
  return rows
}

async function expire(tx: Db, id: string, now: Date): Promise<void> {
  const problem = await problemById(tx, id)
  const { due_at, reclean_cancelled_by: by } = problem
  const isCancelled = problem.state === 'reclean_booked' && by !== null
  const state = stateAfter(problem, isCancelled ? `reclean_cancelled_by_${by}` : 'expire', 'clock')
  if (state === undefined || due_at === null) return
  const columns = stateColumns(state, now)
  // The client has the whole time from the cancellation, however late this job is.
  const answer_until = columns.answer_until && afterStep(due_at)
  await updateProblem(tx, problem, { ...columns, answer_until })
  if (problem.kind === 'no_show') await settleVisit(tx, problem.booking_id, now)
  if (state === 'answered') return
  if (state === 'disputed') await openProblemCase(tx, problem, now)
  await recordProblemEvent(tx, state === 'disputed' ? 'disputed' : 'closed', problem, null, now)
}

/**
 * The professional pressed 'arrived' or a later stage before the client reported that nobody came, and the press came
 * after the report: the report is disputed. The caller has locked the booking. rule: no-show
 */
export async function contradictNoShow(
  tx: Db,
  bookingId: string,
  pressedAt: Date,
  now: Date,
): Promise<void> {
  const found = await tx
    .selectFrom('problems')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'no_show')
    .where('by', '=', 'client')
    .where('state', '=', 'open')
    .where('opened_at', '>', pressedAt)
    .executeTakeFirst()
  if (!found) return
  const problem = await problemById(tx, found.id)
  if (isDue(problem, now)) return
  const state = stateAfter(problem, 'contradict', 'clock')
  if (state === undefined) return
  await updateProblem(tx, problem, stateColumns(state, now))
  await openProblemCase(tx, problem, now)
  await recordProblemEvent(tx, 'disputed', problem, null, now)
}
