import type { NoticeReason } from '#contract/trust/verification-rules.ts'
import type { Tx } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context, TxContext } from '#server/context.ts'
import type { OperatorReason } from '../audit/operator-actions.ts'
import { resolveCaseOf } from '../cases/open-case.ts'
import { appealsUndoneBy } from '../decisions/appeals.ts'
import { recordAction } from '../decisions/record-action.ts'
import type { Check } from '../verification/check-of.ts'
import { decideDocuments } from './decide-documents.ts'
import { lockDocuments, withdrawDocuments } from './document-checks.ts'
import { deleteNumber } from '../verification/erase-numbers.ts'
import {
  isOwnDispute,
  openCheckCase,
  sendNotice,
  subjectOf,
  withdrawNotice,
} from '../verification/rejection-notice.ts'
import {
  isWaiting,
  lockVerification,
  writeDecision,
  writeStatus,
} from '../verification/verification.queries.ts'
import { refreshSearchEntries } from '#server/people/listing/search-entries.ts'

type Outcome = {
  status: 'pending' | 'approved' | 'rejected'
  /** Approved without a real check. rule: verification-states */
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
  await refreshSearchEntries(tx, [userId])
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

type NotDecided = 'already' | 'nothing_given' | 'other_operator_needed'

/**
 * Decides a check in the caller's transaction, records it with its author, and notifies the professional. Returns
 * 'already' if the check has that status, 'nothing_given' without a number or documents, 'other_operator_needed' for
 * the operator whose notice is disputed, and 'over' for an insurance that has ended.
 * rule: operator-decision, rejection-notice, document-checks
 */
export async function decideCheck(
  tx: Tx,
  context: TxContext,
  check: Check,
  { status, noticedBy }: { status: 'approved' | 'rejected'; noticedBy?: string | undefined },
  why: OperatorReason,
): Promise<NotDecided | 'over' | { seq: number }> {
  const { userId } = check
  const at = context.clock.now()
  const current = await lockVerification(tx, userId)
  // The appeals that an approval answers are locked before the case.
  if (status === 'approved') await appealsUndoneBy(tx, { action: 'approve', subjectId: check.id })
  if (check.kind !== 'ssn') return decideDocuments(tx, check, { status, noticedBy, at }, why)
  if (current?.status === status && !current.renewal_at) return 'already'
  if (!current?.ssn_hash) return 'nothing_given'
  if (await isOwnDispute(tx, userId, 'ssn', why.doneBy)) return 'other_operator_needed'
  const outcome = { status, simulated: false, actorId: null, reason: why.reason || undefined }
  const event_id = await writeOutcome(tx, context, userId, outcome)
  if (event_id) await enqueue(tx, 'notify-verification', { event_id })
  await withdrawNotice(tx, userId, 'ssn', at)
  const ending = { outcome: 'acted', at, doneBy: why.doneBy } as const
  await resolveCaseOf(tx, 'verification', subjectOf(userId), ending)
  const name = status === 'approved' ? 'approve' : 'reject'
  const action = { action: name, subjectId: userId, at, people: [userId], isTold: true } as const
  const before = { status: current.status }
  const after = noticedBy === undefined ? undefined : { noticed_by: noticedBy }
  return {
    seq: await recordAction(tx, action, why, { as: 'text', before, ...(after && { after }) }),
  }
}

/**
 * Sends the notice before a rejection, and records it. Returns also 'approved' for a check whose badge has to be taken
 * back instead. rule: rejection-notice
 */
export async function noticeCheck(
  tx: Tx,
  context: TxContext,
  { id, userId, kind }: Check,
  reason: NoticeReason,
  why: OperatorReason,
): Promise<'approved' | NotDecided | { seq: number; stands_at: Date }> {
  const at = context.clock.now()
  const current = await lockVerification(tx, userId)
  const status = kind === 'ssn' ? current?.status : (await lockDocuments(tx, id))?.state
  if (kind === 'ssn' && status === 'approved' && current && !isWaiting(current)) return 'approved'
  if (kind !== 'ssn' && status !== 'pending') return 'nothing_given'
  const notice = { kind, reason, text: why.reason, doneBy: why.doneBy, at } as const
  const sent = await sendNotice(tx, userId, notice)
  if (typeof sent === 'string') return sent
  const action = { action: 'notice', subjectId: id, at, people: [userId] } as const
  const before = { status: status ?? null }
  const seq = await recordAction(tx, { ...action, isTold: true }, why, { as: 'text', before })
  return { seq, stands_at: sent.stands_at }
}

/**
 * Takes back a notice that runs, and the check waits again with its case; else the badge of an approved check, whose
 * number stays for an appeal. Returns 'already' without either, and 'other_operator_needed' for the operator whose
 * notice is disputed. rule: operator-decision
 */
export async function withdrawCheck(
  tx: Tx,
  context: TxContext,
  check: Check,
  why: OperatorReason,
): Promise<'already' | 'other_operator_needed' | { seq: number; what: 'notice' | 'badge' }> {
  const { id, userId, kind } = check
  const at = context.clock.now()
  const current = await lockVerification(tx, userId)
  const status = kind === 'ssn' ? current?.status : (await lockDocuments(tx, id))?.state
  if (await isOwnDispute(tx, userId, kind, why.doneBy)) return 'other_operator_needed'
  // A badge of documents keeps counting while a later submission waits, which has a notice of its own.
  const mayHaveNotice = kind === 'ssn' || status === 'pending'
  const hadNotice = mayHaveNotice && (await withdrawNotice(tx, userId, kind, at))
  if (!hadNotice && status !== 'approved') return 'already'
  if (hadNotice) await openCheckCase(tx, check, at)
  else if (kind === 'ssn') await takeBadge(tx, context, userId, why)
  else await withdrawDocuments(tx, check, at)
  const what = hadNotice ? 'notice' : 'badge'
  const action = hadNotice ? 'withdraw_notice' : 'withdraw'
  const about = { action, subjectId: id, at, people: [userId] } as const
  const before = { status: status ?? null }
  return { seq: await recordAction(tx, about, why, { as: 'text', before }), what }
}

async function takeBadge(
  tx: Tx,
  context: TxContext,
  userId: string,
  { doneBy, reason }: OperatorReason,
): Promise<void> {
  const at = context.clock.now()
  await writeStatus(tx, userId, {
    background_check_status: 'rejected',
    background_checked_at: null,
    background_check_simulated: false,
  })
  await writeDecision(tx, userId, { decided_at: at, rejected_at: at, renewal_at: null })
  await refreshSearchEntries(tx, [userId])
  const event = { kind: 'verification.withdrawn', subjectId: userId, actorId: null, at }
  await recordEvent(tx, { ...event, data: { reason } })
  const ending = { outcome: 'acted', at, doneBy } as const
  await resolveCaseOf(tx, 'verification', subjectOf(userId), ending)
}

/**
 * The operator frees the number of an approved check: the check ends, the professional may submit another number, and
 * others may submit this one. Returns false without an approved check. rule: ssn-unique
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
    await deleteNumber(tx, userId)
    await writeStatus(tx, userId, {
      background_check_status: 'not_submitted',
      background_checked_at: null,
      background_check_simulated: false,
    })
    await refreshSearchEntries(tx, [userId])
    const event = { kind: 'verification.freed', subjectId: userId, actorId: null, at }
    await recordEvent(tx, event)
    await resolveCaseOf(tx, 'verification', subjectOf(userId), { outcome: 'acted', at, doneBy })
    const action = { action: 'withdraw', subjectId: userId, at } as const
    await recordAction(tx, action, { doneBy, reason }, { as: 'note' })
    return true
  })
}
