import type { Db } from '#server/db/db.ts'

/** A deleted professional's offer goes. The price of a booking has its own lines, which stay. rule: offer */
export async function deleteOffer(tx: Db, professionalId: string): Promise<void> {
  await tx.deleteFrom('offers').where('professional_id', '=', professionalId).execute()
}
