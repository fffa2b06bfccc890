import { CONSENT_VERSION, isSsn, ssnDigits } from '#contract/ssn.ts'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { consumeRateLimit } from '#server/http/rate-limits.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { writeOutcome } from './decide.ts'
import { hashOf, seal } from './seal.ts'
import { lockVerification, writeNumber, verificationRow } from './verification.queries.ts'

/** A number as it was typed, and the version of the consent that was agreed to (decision 33); the current one unless told. */
export type GivenNumber = { ssn: string; consentVersion?: string | undefined }

type Outcome = {
  auto_verified: boolean
  verification_status: 'pending' | 'verified'
  ssn_last4: string
}

/** Both entrances begin here, outside of any transaction: refuses what is no number, an old consent, and the fourth try of a day; her own number again is no try. */
export async function checkSubmission(
  context: Context,
  userId: string,
  { ssn, consentVersion }: GivenNumber,
): Promise<void> {
  if (!isSsn(ssn)) refuse('ssn_invalid')
  if (consentVersion !== undefined && consentVersion !== CONSENT_VERSION) refuse('consent_outdated')
  const held = await verificationRow(context.db, userId)
  if (held?.ssn_hash?.equals(hashOf(context.verificationKeys, ssnDigits(ssn)))) return
  await consumeRateLimit(context, 'ssn_by_user', userId)
}

/**
 * Keeps a professional's number sealed and has it checked: verified at once where that is simulated, else pending for the operator
 * (decisions 32–35). A number of somebody else is refused, her own one again changes nothing unless it was rejected.
 */
export async function submitSsn(
  tx: Db,
  context: Context,
  userId: string,
  { ssn }: GivenNumber,
): Promise<Outcome> {
  const held = (await lockVerification(tx, userId)) ?? refuse('complete_profile_first')
  const digits = ssnDigits(ssn)
  const ssn_last4 = digits.slice(-4)
  const ssn_hash = hashOf(context.verificationKeys, digits)
  const again = held.ssn_hash?.equals(ssn_hash) ?? false
  if (again && held.status !== 'rejected') return outcomeOf(held.status, ssn_last4)

  const now = context.clock.now()
  const kept = await writeNumber(tx, {
    professional_id: userId,
    ssn_hash,
    ssn_last4,
    ...seal(context.verificationKeys, userId, digits),
    consent_version: CONSENT_VERSION,
    consented_at: now,
    submitted_at: now,
  })
  if (!kept) refuse('ssn_taken')
  const event = { subjectId: userId, actorId: userId, at: now }
  const data = { consent_version: CONSENT_VERSION }
  await recordEvent(tx, { kind: 'verification.submitted', ...event, data })

  const auto =
    context.config.verificationMode === 'auto' && !wasNeverIssued(digits) && !held.rejected_at
  const status = auto ? 'approved' : 'pending'
  await writeOutcome(tx, context, userId, { status, simulated: auto, actorId: null })
  return outcomeOf(status, ssn_last4)
}

function outcomeOf(status: string, ssn_last4: string): Outcome {
  const verified = status === 'approved'
  return {
    auto_verified: verified,
    verification_status: verified ? 'verified' : 'pending',
    ssn_last4,
  }
}

// rule: never-issued-numbers
const NEVER_ISSUED = /^9|^\d{3}00|0000$/

function wasNeverIssued(digits: string): boolean {
  return NEVER_ISSUED.test(digits)
}
