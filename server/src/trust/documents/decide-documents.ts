import { BADGE_MONTHS } from '#contract/trust/verification-rules.ts'
import type { Tx } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { OperatorReason } from '../audit/operator-actions.ts'
import { resolveCaseOf } from '../cases/open-case.ts'
import { recordAction } from '../decisions/record-action.ts'
import type { Check } from '../verification/check-of.ts'
import { documentSubject, endCheck, lockDocuments } from './document-checks.ts'
import type { DocumentCheck } from './document-checks.ts'
import { isOwnDispute, withdrawNotice } from '../verification/rejection-notice.ts'

type Decision = {
  status: 'approved' | 'rejected'
  /** The operator whose notice stands, of a rejection by the clock. */
  noticedBy?: string | undefined
  at: Date
}
type Outcome = 'already' | 'nothing_given' | 'other_operator_needed' | 'over' | { seq: number }

/**
 * Decides a submission in the caller's transaction: an approval shows its badge instead of the one before. After a
 * rejection or a withdrawal it can be approved too, for an appeal. Returns 'over' for an insurance that has ended.
 * rule: operator-decision, document-checks
 */
export async function decideDocuments(
  tx: Tx,
  { id, userId, kind }: Check,
  { status, noticedBy, at }: Decision,
  why: OperatorReason,
): Promise<Outcome> {
  const check = await lockDocuments(tx, id)
  if (!check || !DECIDABLE.includes(check.state)) return 'nothing_given'
  if (check.state === status) return 'already'
  if (status === 'rejected' && check.state !== 'pending') return 'nothing_given'
  if (await isOwnDispute(tx, userId, kind, why.doneBy)) return 'other_operator_needed'
  if (status === 'rejected') await endCheck(tx, check, { state: 'rejected', at })
  else if (!(await approve(tx, check, at))) return 'over'
  if (check.state === 'pending') await withdrawNotice(tx, userId, kind, at)
  const ending = { outcome: 'acted', at, doneBy: why.doneBy } as const
  await resolveCaseOf(tx, 'verification', documentSubject(id), ending)
  const data = { simulated: false, kind, ...(why.reason ? { reason: why.reason } : {}) }
  const event = { subjectId: userId, actorId: null, at, data }
  const event_id = await recordEvent(tx, { kind: `verification.${status}`, ...event })
  await enqueue(tx, 'notify-verification', { event_id })
  const name = status === 'approved' ? 'approve' : 'reject'
  const action = { action: name, subjectId: id, at, people: [userId], isTold: true } as const
  const after = noticedBy === undefined ? {} : { after: { noticed_by: noticedBy } }
  const before = { status: check.state }
  return { seq: await recordAction(tx, action, why, { as: 'text', before, ...after }) }
}

const DECIDABLE = ['pending', 'approved', 'rejected', 'withdrawn']

/** Returns false if the badge would be over already. A badge that was taken back counts from its own check. */
async function approve(tx: Tx, check: DocumentCheck, at: Date): Promise<boolean> {
  const isGivenBack = check.state === 'withdrawn'
  const expires_at = isGivenBack ? check.expires_at! : endOf(check, at)
  if (expires_at <= at) return false
  const badges = () => tx.updateTable('document_checks')
  await badges()
    .set({ state: 'replaced' })
    .where('professional_id', '=', check.professional_id)
    .where('kind', '=', check.kind)
    .where('state', '=', 'approved')
    .execute()
  const decided_at = isGivenBack ? check.decided_at : at
  await badges()
    .set({ state: 'approved', decided_at, expires_at })
    .where('id', '=', check.id)
    .execute()
  return true
}

/**
 * The end of a badge: the last moment of the day on which an insurance ends, else 12 months after the check.
 * rule: badges
 */
function endOf({ insured_until }: Pick<DocumentCheck, 'insured_until'>, at: Date): Date {
  if (insured_until !== null) return new Date(`${insured_until}T23:59:59.999Z`)
  const end = new Date(at)
  end.setUTCMonth(end.getUTCMonth() + BADGE_MONTHS)
  return end
}
