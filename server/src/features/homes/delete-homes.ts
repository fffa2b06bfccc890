import type { Db } from '#server/db/db.ts'

/** A deleted client's saved homes go, with their rooms. rule: homes */
export async function deleteHomes(tx: Db, clientId: string): Promise<void> {
  await tx.deleteFrom('homes').where('client_id', '=', clientId).execute()
}
