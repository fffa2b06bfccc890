import type { Tx } from '#server/db/db.ts'
import { restore, suspend } from '#server/account/suspend/suspend-account.ts'
import type { VisitsOfSuspended } from '#server/account/suspend/suspend-account.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'
import type { Approval } from '#server/money/refunds/approvals.ts'
import { decideApproval } from '#server/money/refunds/decide-approval.ts'
import { changeCredits } from '#server/money/refunds/operator-credits.ts'
import { orderRefund } from '#server/money/refunds/refunds.ts'
import { decideProblem } from '#server/visits/problems/decide-problem.ts'
import { numberOf } from '#server/trust/verification/check-of.ts'
import { decideCheck, noticeCheck } from '#server/trust/documents/decide.ts'
import type { Context } from '#server/context.ts'

/*
 * These functions do what operators do at the console, each in a transaction of its own, for tests of what follows from
 * it. The calls themselves are tested in console/actions.
 */

const inTransaction = <Result>({ db }: Context, run: (tx: Tx) => Promise<Result>) =>
  db.transaction().execute(run)

/** Returns how many visits stay and how many bookings ended. */
export async function suspendByOperator(
  context: Context,
  userId: string,
  why: OperatorReason,
  visits: VisitsOfSuspended,
): Promise<'already' | 'unknown' | { kept: number; ended: number }> {
  const outcome = await inTransaction(context, (tx) =>
    suspend(tx, context, userId, why, { visits }),
  )
  return typeof outcome === 'string' ? outcome : { kept: outcome.kept, ended: outcome.ended.length }
}

/** Returns false if the account is not suspended. */
export async function restoreByOperator(
  context: Context,
  userId: string,
  why: OperatorReason,
): Promise<boolean> {
  const outcome = await inTransaction(context, (tx) => restore(tx, context, userId, why))
  return typeof outcome !== 'string'
}

/** Returns the approval if a second operator has to decide. */
export async function grantByOperator(
  context: Context,
  professionalId: string,
  amount: number,
  why: OperatorReason,
): Promise<'granted' | Approval> {
  const change = { professionalId, amount, at: context.clock.now() }
  const outcome = await inTransaction(context, (tx) => changeCredits(tx, change, why))
  if (typeof outcome === 'string') throw new Error(outcome)
  return 'approval' in outcome ? outcome.approval : 'granted'
}

/** Returns the payment's id, also if its refund was ordered before; undefined without such a paid payment. */
export async function refundByOperator(
  context: Context,
  number: string,
  why: OperatorReason,
): Promise<string | Approval | undefined> {
  const order = { number, at: context.clock.now() }
  const outcome = await inTransaction(context, (tx) => orderRefund(tx, context, order, why))
  if (outcome === 'unknown') return undefined
  if ('approval' in outcome) return outcome.approval
  return outcome.refusal === 'not_refundable' ? undefined : outcome.paymentId
}

export const decideApprovalByOperator = (
  context: Context,
  id: string,
  verdict: 'approved' | 'refused',
  why: OperatorReason,
) => inTransaction(context, (tx) => decideApproval(tx, context, { id, verdict }, why))

export async function decideByOperator(
  context: Context,
  userId: string,
  {
    status,
    doneBy,
    reason = '',
  }: { status: 'approved' | 'rejected'; doneBy: string; reason?: string },
): Promise<string> {
  const outcome = await inTransaction(context, (tx) =>
    decideCheck(tx, context, numberOf(userId), { status }, { doneBy, reason }),
  )
  return typeof outcome === 'string' ? outcome : 'done'
}

/** Sends the notice before a rejection. */
export async function rejectByOperator(
  context: Context,
  userId: string,
  why: OperatorReason,
): Promise<string> {
  const outcome = await inTransaction(context, (tx) =>
    noticeCheck(tx, context, numberOf(userId), 'record_found', why),
  )
  return typeof outcome === 'string' ? outcome : 'done'
}

type DecisionOfProblem = Omit<Parameters<typeof decideProblem>[2], 'requireCase'> & {
  text: string
  doneBy: string
}

export async function decideProblemByOperator(
  context: Context,
  id: string,
  { text, doneBy, ...decided }: DecisionOfProblem,
): Promise<string> {
  const outcome = await inTransaction(context, (tx) =>
    decideProblem(tx, id, decided, { reason: text, doneBy }, context.clock.now()),
  )
  return typeof outcome === 'string' ? outcome : 'decided'
}
