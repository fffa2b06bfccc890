import type { Db } from '#server/db/db.ts'
import { deleteVerificationNotices } from './rejection-notice.ts'
import type { Context } from '#server/context.ts'

/**
 * The hourly job 'erase-numbers': deletes the encrypted numbers of decided checks, not hash and last four digits.
 * rule: ssn-erased
 */
export async function eraseNumbers({ db }: Context): Promise<void> {
  await db
    .updateTable('verifications')
    .set({ ssn_sealed: null, key_id: null })
    .where('decided_at', 'is not', null)
    .where('ssn_sealed', 'is not', null)
    .execute()
}

/** Deletes everything about a professional's number, for account deletion. rule: deletion-of-professional */
export async function deleteVerification(tx: Db, userId: string): Promise<void> {
  await deleteVerificationNotices(tx, userId)
  await tx.deleteFrom('verifications').where('professional_id', '=', userId).execute()
}
