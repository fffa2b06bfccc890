import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { enqueueForPictures } from '../media/kept-picture.ts'

/**
 * Closes the conversations of somebody who deletes her account: the other side keeps the written words, under no name, and
 * nobody can write any more. The photos she sent go, their files by a job; so do her own blocks and reports.
 */
export async function forgetWords(tx: Db, userId: string, at: Date): Promise<void> {
  const pictures = await tx
    .deleteFrom('messages')
    .where('sender_id', '=', userId)
    .where('picture', 'is not', null)
    .returning('picture')
    .execute()
  const dropped = pictures.map(({ picture }) => picture).filter((file) => file !== null)
  await enqueueForPictures(tx, at, { named: [], dropped })
  await tx.deleteFrom('reports').where('reporter_id', '=', userId).execute()
  await sql`
    insert into blocks (blocker_id, blocked_id, at)
    select ${userId}::uuid, case when client_id = ${userId}::uuid then professional_id else client_id end, ${at}::timestamptz
    from leads where ${userId}::uuid in (client_id, professional_id)
    on conflict do nothing`.execute(tx)
}
