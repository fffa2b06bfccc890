import type { Db } from '#server/db/db.ts'

/** Nothing of her number is left: neither sealed, nor its hash, nor the last four. */
export async function forgetNumber(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('verifications').where('professional_id', '=', userId).execute()
}
