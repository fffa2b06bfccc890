import type { Db } from '#server/db/db.ts'
import { deleteNumberNotices, deleteVerificationNotices } from './rejection-notice.ts'
import type { Context } from '#server/context.ts'

/**
 * The hourly job 'erase-numbers': deletes the encrypted numbers of decided checks, not hash and last four digits.
 * rule: ssn-secrecy
 */
export async function eraseNumbers({ db }: Context): Promise<void> {
  await db
    .updateTable('verifications')
    .set({ ssn_sealed: null, key_id: null })
    .where('decided_at', 'is not', null)
    .where('ssn_sealed', 'is not', null)
    .execute()
}

/** Deletes a number and what was said about it. rule: ssn-unique */
export async function deleteNumber(tx: Db, userId: string): Promise<void> {
  await deleteNumberNotices(tx, userId)
  await tx.deleteFrom('verifications').where('professional_id', '=', userId).execute()
}

/**
 * Deletes a professional's number, documents and references, for account deletion. rule: account-deletion
 */
export async function deleteVerification(tx: Db, userId: string): Promise<void> {
  await deleteVerificationNotices(tx, userId)
  for (const table of ['verifications', 'document_checks'] as const)
    await tx.deleteFrom(table).where('professional_id', '=', userId).execute()
}
