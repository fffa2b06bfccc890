import type { Tx } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context, TxContext } from '#server/context.ts'
import { recordOperatorAction } from '../audit/operator-actions.ts'
import type { OperatorReason } from '../audit/operator-actions.ts'
import { resolveCaseOf } from '../cases/open-case.ts'
import { deleteVerification } from './erase-numbers.ts'
import { sendNotice, subjectOf, withdrawNotice } from './rejection-notice.ts'
import { isWaiting, lockVerification, writeDecision, writeStatus } from './verification.queries.ts'

type Outcome = {
  status: 'pending' | 'approved' | 'rejected'
  /** Approved without a real check. rule: verification-modes */
  simulated: boolean
  actorId: string | null
  /** The operator's reason. */
  reason?: string | undefined
}

/**
 * Writes the status of a check to the profile, to search and as an event. Returns the event's id for a decision.
 * rule: verification-states
 */
export async function writeOutcome(
  tx: Tx,
  context: TxContext,
  userId: string,
  { status, simulated, actorId, reason }: Outcome,
): Promise<string | undefined> {
  const now = context.clock.now()
  await writeStatus(tx, userId, {
    background_check_status: status,
    background_checked_at: status === 'approved' ? now : null,
    background_check_simulated: status === 'approved' && simulated,
  })
  await context.refreshSearchEntries(tx, [userId])
  if (status === 'pending') return undefined
  await writeDecision(tx, userId, {
    decided_at: now,
    rejected_at: status === 'rejected' ? now : null,
    renewal_at: null,
  })
  const kind = `verification.${status}`
  return recordEvent(tx, {
    kind,
    subjectId: userId,
    actorId,
    at: now,
    data: { simulated, ...(reason ? { reason } : {}) },
  })
}

/**
 * `verify reject`: sends the notice before a rejection, and records it. Returns also 'approved' for a check whose badge
 * has to be taken back instead. rule: rejection-notice
 */
export async function rejectByOperator(
  context: Context,
  userId: string,
  { doneBy, reason: text }: OperatorReason,
): Promise<'approved' | Awaited<ReturnType<typeof sendNotice>>> {
  const at = context.clock.now()
  return context.db.transaction().execute(async (tx) => {
    const current = await lockVerification(tx, userId)
    if (current?.status === 'approved' && !isWaiting(current)) return 'approved'
    const reason = 'record_found'
    const sent = await sendNotice(tx, userId, { kind: 'ssn', reason, text, doneBy, at })
    if (sent !== 'done') return sent
    const action = { action: 'notice', subjectId: userId, doneBy, at } as const
    await recordOperatorAction(tx, action, { text, before: { status: current?.status ?? null } })
    return sent
  })
}

type Decision = { status: 'approved' | 'rejected'; doneBy: string; reason: string | undefined }

/**
 * Records an operator's decision and its author, and notifies the professional. Returns 'already' if the check has
 * that status, and 'nothing_given' if no Social Security number was submitted. rule: operator-decision
 */
export async function decideByOperator(
  context: Context,
  userId: string,
  { status, doneBy, reason }: Decision,
): Promise<'done' | 'already' | 'nothing_given'> {
  return context.db.transaction().execute(async (tx) => {
    const current = await lockVerification(tx, userId)
    if (current?.status === status && !current.renewal_at) return 'already'
    if (!current?.ssn_hash) return 'nothing_given'
    const outcome = { status, simulated: false, actorId: null, reason }
    const event_id = await writeOutcome(tx, context, userId, outcome)
    if (event_id) await enqueue(tx, 'notify-verification', { event_id })
    const at = context.clock.now()
    const isApproved = status === 'approved'
    const action = {
      action: isApproved ? 'approve' : 'reject',
      subjectId: userId,
      doneBy,
      at,
    } as const
    await withdrawNotice(tx, userId, 'ssn', at)
    await resolveCaseOf(tx, 'verification', subjectOf(userId), { outcome: 'acted', at, doneBy })
    await recordOperatorAction(tx, action, {
      [isApproved ? 'note' : 'text']: reason,
      before: { status: current.status },
    })
    return 'done'
  })
}

/**
 * The operator frees the number of an approved check: the check ends, the professional may submit another number, and
 * others may submit this one. Returns false without an approved check. rule: operator-frees-number
 */
export async function freeByOperator(
  context: Context,
  userId: string,
  { doneBy, reason }: OperatorReason,
): Promise<boolean> {
  return context.db.transaction().execute(async (tx) => {
    const current = await lockVerification(tx, userId)
    if (current?.status !== 'approved') return false
    const at = context.clock.now()
    await deleteVerification(tx, userId)
    await writeStatus(tx, userId, {
      background_check_status: 'not_submitted',
      background_checked_at: null,
      background_check_simulated: false,
    })
    await context.refreshSearchEntries(tx, [userId])
    const event = { kind: 'verification.freed', subjectId: userId, actorId: null, at }
    await recordEvent(tx, event)
    const action = { action: 'withdraw', subjectId: userId, doneBy, at } as const
    await recordOperatorAction(tx, action, { note: reason })
    return true
  })
}
