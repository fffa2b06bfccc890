import { stateAfter } from '#contract/visits/problem-rules.ts'
import type { Decision, DecisionReason } from '#contract/visits/problem-rules.ts'
import { Id } from '#contract/values.ts'
import type { Tx } from '#server/db/db.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'
import { recordAction } from '#server/trust/decisions/record-action.ts'
import { settleVisit } from '#server/bookings/hours/settle-hours.ts'
import { lockAccounts } from '#server/people/person/lock-people.ts'
import { stateColumns } from './move-problem.ts'
import { problemById, updateProblem } from './problems.queries.ts'
import { resolveProblemCase } from './problem-case.ts'
import { recordProblemEvent } from './report-problem.ts'

type DecisionOfOperator = { decision: Decision; reason: DecisionReason }

/**
 * The operator decides a disputed problem: the transaction writes the decision, what the operator did, and the job that
 * notifies both sides. `requireCase` may refuse once the problem is locked. 'unknown': no problem has this id.
 * 'not_disputed': it is not for the operator, or not any more. rule: problem-moves
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
