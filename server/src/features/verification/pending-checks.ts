import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { noteDeed } from '../billing/operator-deeds.ts'
import type { Deed } from '../billing/operator-deeds.ts'
import { unseal } from './seal.ts'
import { lockPendingNumber, waitingChecks } from './verification.queries.ts'

/** The checks that wait for an operator, the longest first: whose, since when, and since when no more than an operator approves. No part of a number. */
export async function pendingChecks({ db }: { db: Db }) {
  return waitingChecks(db)
}

/**
 * The nine digits of a check that waits, for the inquiry outside that decides it (decisions 34, 35). Who reads them and why is
 * kept in the same transaction. Undefined once it is decided about, or where none was given.
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
    const deed = { subject_id: userId, done_by: doneBy, at: clock.now() }
    await noteDeed(tx, { deed: 'verification.number_read', ...deed }, { reason })
    return unseal(verificationKeys, userId, { key_id, ssn_sealed })
  })
}
