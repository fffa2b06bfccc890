import type { Db } from '#server/db/db.ts'

/** A deleted professional is free on no day. rule: account-deletion */
export async function deleteDays(tx: Db, professionalId: string): Promise<void> {
  await tx.deleteFrom('search_days').where('professional_id', '=', professionalId).execute()
}
