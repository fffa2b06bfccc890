import type { Db } from '#server/db/db.ts'
import { enqueuePictureJobs } from '#server/pictures/stored-picture.ts'
import { photoFiles } from './home-photos.queries.ts'

/** A deleted client's saved homes go, with their rooms and photos. rule: homes */
export async function deleteHomes(tx: Db, clientId: string, at: Date): Promise<void> {
  const removed = await photoFiles(tx, clientId)
  await tx.deleteFrom('homes').where('client_id', '=', clientId).execute()
  await enqueuePictureJobs(tx, at, { added: [], removed })
}
