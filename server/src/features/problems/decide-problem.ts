import { stateAfter } from '#contract/problem-rules.ts'
import type { Decision, DecisionReason } from '#contract/problem-rules.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import { recordOperatorAction } from '../billing/operator-actions.ts'
import { lockPeople } from '../identity/lock-people.ts'
import { notifyBookingChange } from '../messaging/live-notifications.ts'
import { stateColumns } from './move-problem.ts'
import { contactsOf, problemById, updateProblem } from './problems.queries.ts'
import { recordProblemEvent } from './report-problem.ts'

/** How many problems the operator's list has. */
const LISTED_MAX = 200

/** The disputed problems, oldest first, with what both sides wrote. rule: decide-problem */
export async function disputedProblems({ db }: Context) {
  const rows = await db
    .selectFrom('problems')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['problems.id', 'booking_id', 'kind', 'by', 'opened_at', 'value_cents'])
    .select(['statement', 'answer', 'bookings.starts_at', 'bookings.city'])
    .where('problems.state', '=', 'disputed')
    .orderBy('opened_at')
    .limit(LISTED_MAX)
    .execute()
  return Promise.all(
    rows.map(async ({ booking_id, ...row }) => {
      const contacts = await contactsOf(db, booking_id, row.opened_at)
      return {
        ...row,
        contacts: contacts.map(({ at, by, way }) => `${at} ${by} ${way}`).join('\n'),
      }
    }),
  )
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
 * notifies both sides. 'unknown': no problem has this id; 'not_disputed': it is not for the operator, or not any more.
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
    await recordProblemEvent(tx, 'closed', problem, null, now)
    const action = { action: 'decide_problem', subjectId: id, doneBy, at: now }
    await recordOperatorAction(tx, action, { decision, reason })
    return 'decided'
  })
  if (outcome === 'decided') await notifyBookingChange(context, found.id)
  return outcome
}
