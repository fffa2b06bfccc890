import { sql } from 'kysely'
import { stateAfter } from '#contract/problem-rules.ts'
import type { Decision, DecisionReason } from '#contract/problem-rules.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import { OPERATOR_LIST_MAX, recordOperatorAction } from '../audit/operator-actions.ts'
import { settleVisit } from '../hours/settle-hours.ts'
import { lockPeople } from '../identity/lock-people.ts'
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

type DecisionOfOperator = {
  decision: Decision
  reason: DecisionReason
  /** What both sides read. */
  text: string
  doneBy: string
}

/**
 * The operator decides a disputed problem. One transaction writes the decision, what the operator did, and the job that
 * notifies both sides. 'unknown': no problem has this id. 'not_disputed': it is not for the operator, or not any more.
 * rule: decide-problem
 */
export async function decideProblemByOperator(
  context: Context,
  id: string,
  { decision, reason, text, doneBy }: DecisionOfOperator,
): Promise<'decided' | 'unknown' | 'not_disputed'> {
  if (!Id.safeParse(id).success) return 'unknown'
  const now = context.clock.now()
  const found = await context.db
    .selectFrom('problems')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['bookings.id', 'client_id', 'professional_id'])
    .where('problems.id', '=', id)
    .executeTakeFirst()
  if (!found) return 'unknown'
  const outcome = await context.db.transaction().execute(async (tx) => {
    await lockPeople(tx, found.client_id, found.professional_id)
    await tx.selectFrom('bookings').select('id').where('id', '=', found.id).forUpdate().execute()
    const problem = await problemById(tx, id)
    const state = stateAfter(problem, 'decide', 'operator')
    if (state === undefined) return 'not_disputed'
    await updateProblem(tx, id, {
      ...stateColumns(state, now),
      decision,
      decision_reason: reason,
      decision_text: text,
    })
    if (problem.kind === 'no_show') await settleVisit(tx, problem.booking_id, now)
    await recordProblemEvent(tx, 'closed', problem, null, now)
    await resolveProblemCase(tx, id, { at: now, doneBy })
    const action = { action: 'decide', subjectId: id, doneBy, at: now } as const
    await recordOperatorAction(tx, action, { reason, text, after: { decision } })
    return 'decided'
  })
  if (outcome === 'decided') await notifyBookingChange(context, found.id)
  return outcome
}
