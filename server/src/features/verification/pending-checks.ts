import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { noteDeed } from '../billing/operator-deeds.ts'
import type { Deed } from '../billing/operator-deeds.ts'
import { unseal } from './seal.ts'
import { lockPendingNumber, waitingChecks } from './verification.queries.ts'

/** The checks that wait for an operator, the longest waiting first, without any part of a number. rule: operator-reads-number */
export async function pendingChecks({ db }: { db: Db }) {
  return waitingChecks(db)
}

/**
 * The nine digits of a pending check, for the operator's inquiry at an agency. Records the reader and the reason in the same
 * transaction. Undefined once the check is decided, or without a number. rule: operator-reads-number
 */
export async function readPendingNumber(
  { db, clock, verificationKeys }: Context,
  userId: string,
  { reason, doneBy }: Deed,
): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    const waiting = await lockPendingNumber(tx, userId)
    if (!waiting?.key_id || !waiting.ssn_sealed) return undefined
    const { key_id, ssn_sealed } = waiting
    const facts = { subject_id: userId, done_by: doneBy, at: clock.now() }
    await noteDeed(tx, { deed: 'verification.number_read', ...facts }, { reason })
    return unseal(verificationKeys, userId, { key_id, ssn_sealed })
  })
}
