import type { Context } from '#server/context.ts'
import { recordOperatorAction } from '../audit/operator-actions.ts'
import type { OperatorReason } from '../audit/operator-actions.ts'
import { unseal } from '../documents/seal.ts'
import { lockPendingNumber } from './verification.queries.ts'

/**
 * The nine digits of a pending check, for the operator's inquiry at an agency. In the same transaction it records who
 * read them and why. Undefined if the check is decided or no number was submitted. rule: ssn-secrecy
 */
export async function readPendingNumber(
  { db, clock, verificationKeys }: Context,
  userId: string,
  { reason, doneBy }: OperatorReason,
): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    const waiting = await lockPendingNumber(tx, userId)
    if (!waiting?.key_id || !waiting.ssn_sealed) return undefined
    const { key_id, ssn_sealed } = waiting
    const facts = { subjectId: userId, doneBy, at: clock.now() }
    await recordOperatorAction(tx, { action: 'number_read', ...facts }, { note: reason })
    return unseal(verificationKeys, userId, { key_id, ssn_sealed })
  })
}
