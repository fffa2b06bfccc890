import { CONSENT_VERSION, isSsn, ssnDigits } from '#contract/trust/ssn.ts'
import { BADGE_MONTHS, BADGE_RENEWAL_DAYS } from '#contract/trust/verification-rules.ts'
import type { Tx } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context, TxContext } from '#server/context.ts'
import { numberOf } from './check-of.ts'
import { writeOutcome } from '../documents/decide.ts'
import { openCheckCase, withdrawNotice } from './rejection-notice.ts'
import { hashOf, seal } from '../documents/seal.ts'
import { lockVerification, writeNumber, verificationRow } from './verification.queries.ts'

const DAY_MS = 86_400_000

/** A number as typed, and the version of the consent; without it, the current one. rule: ssn-rules */
export type Submission = { ssn: string; consentVersion?: string | undefined }

type Outcome = {
  auto_verified: boolean
  verification_status: 'pending' | 'verified'
  ssn_last4: string
}

/**
 * Refuses 'ssn_invalid', 'consent_outdated', 'ssn_verified' and, for the fourth number of a day, 'too_many_requests'.
 * Call it before the transaction: a refused transaction would not count the try.
 * rule: ssn-rules, ssn-unique
 */
export async function checkSubmission(
  context: Context,
  userId: string,
  { ssn, consentVersion }: Submission,
): Promise<void> {
  if (!isSsn(ssn)) refuse('ssn_invalid')
  if (consentVersion !== undefined && consentVersion !== CONSENT_VERSION) refuse('consent_outdated')
  const saved = await verificationRow(context.db, userId)
  if (saved?.ssn_hash?.equals(hashOf(context.verificationKeys, ssnDigits(ssn)))) return
  if (saved?.status === 'approved') refuse('ssn_verified')
  await consumeRateLimit(context, 'ssn_by_user', userId)
}

/**
 * Stores a professional's number encrypted and starts its check: verified at once in the mode 'auto', else pending. The
 * same number again changes nothing unless it was rejected. Refuses 'ssn_taken', 'complete_profile_first', and
 * 'ssn_verified' for another number than the approved one.
 * rule: verification-states, ssn-rules, ssn-unique
 */
export async function submitSsn(
  tx: Tx,
  context: TxContext,
  userId: string,
  { ssn }: Submission,
): Promise<Outcome> {
  const saved = (await lockVerification(tx, userId)) ?? refuse('complete_profile_first')
  const digits = ssnDigits(ssn)
  const ssn_last4 = digits.slice(-4)
  const ssn_hash = hashOf(context.verificationKeys, digits)
  const isSame = saved.ssn_hash?.equals(ssn_hash) ?? false
  const now = context.clock.now()
  const isRenewal = isSame && mayRenew(saved, now)
  const isAgain = saved.status === 'rejected' || saved.status === 'expired' || isRenewal
  if (isSame && !isAgain) return outcomeOf(saved.status, ssn_last4)
  if (saved.status === 'approved' && !isRenewal) refuse('ssn_verified')

  const isStored = await writeNumber(tx, {
    professional_id: userId,
    ssn_hash,
    ssn_last4,
    ...seal(context.verificationKeys, userId, digits),
    consent_version: CONSENT_VERSION,
    consented_at: now,
    submitted_at: now,
    renewal_at: isRenewal ? now : null,
  })
  if (!isStored) refuse('ssn_taken')
  const event = { subjectId: userId, actorId: userId, at: now }
  const data = { consent_version: CONSENT_VERSION }
  await recordEvent(tx, { kind: 'verification.submitted', ...event, data })

  const isAutomatic =
    context.config.verificationMode === 'auto' && !wasNeverIssued(digits) && !saved.rejected_at
  const status = isAutomatic ? 'approved' : 'pending'
  // Until the decision about a renewal the badge stays.
  if (isAutomatic || !isRenewal)
    await writeOutcome(tx, context, userId, { status, simulated: isAutomatic, actorId: null })
  await withdrawNotice(tx, userId, 'ssn', now)
  if (!isAutomatic) await openCheckCase(tx, numberOf(userId), now)
  return outcomeOf(isRenewal ? 'approved' : status, ssn_last4)
}

/** Whether the badge ends soon enough, and no renewal waits. rule: badges */
function mayRenew({ status, background_checked_at: at, renewal_at }: Check, now: Date): boolean {
  if (status !== 'approved' || !at || renewal_at) return false
  const from = new Date(at)
  from.setUTCMonth(from.getUTCMonth() + BADGE_MONTHS)
  return now.getTime() >= from.getTime() - BADGE_RENEWAL_DAYS * DAY_MS
}

type Check = Pick<
  NonNullable<Awaited<ReturnType<typeof lockVerification>>>,
  'status' | 'background_checked_at' | 'renewal_at'
>

function outcomeOf(status: string, ssn_last4: string): Outcome {
  const verified = status === 'approved'
  return {
    auto_verified: verified,
    verification_status: verified ? 'verified' : 'pending',
    ssn_last4,
  }
}

// rule: ssn-rules
const NEVER_ISSUED = /^9|^\d{3}00|0000$/

function wasNeverIssued(digits: string): boolean {
  return NEVER_ISSUED.test(digits)
}
