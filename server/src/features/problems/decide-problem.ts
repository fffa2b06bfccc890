import { sql } from 'kysely'
import { stateAfter } from '#contract/problem-rules.ts'
import type { Decision, DecisionReason } from '#contract/problem-rules.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/db.ts'
import { OPERATOR_LIST_MAX } from '../audit/operator-actions.ts'
import type { OperatorReason } from '../audit/operator-actions.ts'
import { recordAction } from '../decisions/record-action.ts'
import { settleVisit } from '../hours/settle-hours.ts'
import { lockAccounts } from '../identity/lock-people.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { stateColumns } from './move-problem.ts'
import { contactsSql, problemById, updateProblem } from './problems.queries.ts'
import { resolveProblemCase } from './problem-case.ts'
import { recordProblemEvent } from './report-problem.ts'

/**
 * The disputed problems, at most 200, oldest first, with what both sides wrote and their newest attempts to reach each
 * other, those that came a minute or more late also with their receipt; and how many there are. `erased_with`: whose
 * deleted account took the texts of both sides with it, or null.
 * rule: decide-problem, problem-left
 */
export async function disputedProblems({ db }: Context) {
  const { rows: problems } = await sql<DisputedProblem>`
    select problems.id, kind, by, opened_at, value_cents, statement, answer, starts_at, city, (
      select coalesce(string_agg(${utcSql('at')} || ' ' || side || ' ' || way
        || case when received_at - at >= interval '1 minute' then ', received ' || ${utcSql('received_at')} else '' end, E'\n' order by at), '')
      from (${contactsSql(sql`bookings.id`, sql`opened_at`)}) as contact (at, side, way, received_at)
    ) as contacts, (
      select string_agg(role, ' and ' order by role) from users
      where id in (client_id, professional_id) and deleted_at is not null
    ) as erased_with
    from problems join bookings on bookings.id = booking_id
    where problems.state = 'disputed' order by opened_at, problems.id limit ${OPERATOR_LIST_MAX}`.execute(
    db,
  )
  const { total } = await db
    .selectFrom('problems')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('state', '=', 'disputed')
    .executeTakeFirstOrThrow()
  return { problems, total }
}

const utcSql = (column: 'at' | 'received_at') =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)

type DisputedProblem = {
  id: string
  kind: string
  by: string
  opened_at: Date
  value_cents: number | null
  statement: string
  answer: string | null
  starts_at: Date
  city: string
  contacts: string
  erased_with: string | null
}

type DecisionOfOperator = { decision: Decision; reason: DecisionReason }

/**
 * `decideProblem` in a transaction of its own, with the live events, for the command line. Both sides read `text`.
 * rule: decide-problem
 */
export async function decideProblemByOperator(
  context: Context,
  id: string,
  { text, doneBy, ...decided }: DecisionOfOperator & { text: string; doneBy: string },
): Promise<'decided' | 'unknown' | 'not_disputed'> {
  const outcome = await context.db
    .transaction()
    .execute((tx) => decideProblem(tx, id, decided, { reason: text, doneBy }, context.clock.now()))
  if (typeof outcome === 'string') return outcome
  await notifyBookingChange(context, outcome.bookingId)
  return 'decided'
}

/**
 * The operator decides a disputed problem: the transaction writes the decision, what the operator did, and the job that
 * notifies both sides. `requireCase` may refuse once the problem is locked. 'unknown': no problem has this id.
 * 'not_disputed': it is not for the operator, or not any more. rule: decide-problem, lock-order
 */
export async function decideProblem(
  tx: Tx,
  id: string,
  { decision, reason, requireCase }: DecisionOfOperator & { requireCase?: () => Promise<unknown> },
  why: OperatorReason,
  now: Date,
): Promise<{ seq: number; bookingId: string } | 'unknown' | 'not_disputed'> {
  if (!Id.safeParse(id).success) return 'unknown'
  const found = await tx
    .selectFrom('problems')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['bookings.id', 'client_id', 'professional_id'])
    .where('problems.id', '=', id)
    .executeTakeFirst()
  if (!found) return 'unknown'
  const people = [found.client_id, found.professional_id]
  await lockAccounts(tx, ...people)
  await tx.selectFrom('bookings').select('id').where('id', '=', found.id).forUpdate().execute()
  const problem = await problemById(tx, id)
  await requireCase?.()
  const state = stateAfter(problem, 'decide', 'operator')
  if (state === undefined) return 'not_disputed'
  await updateProblem(tx, problem, {
    ...stateColumns(state, now),
    decision,
    decision_reason: reason,
    decision_text: why.reason,
  })
  if (problem.kind === 'no_show') await settleVisit(tx, problem.booking_id, now)
  await recordProblemEvent(tx, 'closed', problem, null, now)
  await resolveProblemCase(tx, id, { at: now, doneBy: why.doneBy })
  const action = { action: 'decide', subjectId: id, at: now, people, isTold: true } as const
  const seq = await recordAction(tx, action, why, { as: 'text', code: reason, after: { decision } })
  return { seq, bookingId: found.id }
}
