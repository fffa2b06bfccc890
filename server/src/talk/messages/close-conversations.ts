import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { enqueuePictureJobs } from '#server/pictures/stored-picture.ts'

/**
 * Closes the conversations of a person who deletes their account. The text messages stay for the other person. The
 * photos that the deleted person sent are deleted; a background job deletes the files.
 * The deleted person blocks each person they had a conversation with, so that nobody can write to them.
 * rule: account-deletion
 */
export async function closeConversations(tx: Db, userId: string, at: Date): Promise<void> {
  const deleted = await tx
    .deleteFrom('messages')
    .where('sender_id', '=', userId)
    .where('picture', 'is not', null)
    .returning('picture')
    .execute()
  const removed = deleted.map(({ picture }) => picture).filter((file) => file !== null)
  await enqueuePictureJobs(tx, at, { added: [], removed })
  await sql`
    insert into blocks (blocker_id, blocked_id, at)
    select ${userId}::uuid, case when client_id = ${userId}::uuid then professional_id else client_id end, ${at}::timestamptz
    from leads where ${userId}::uuid in (client_id, professional_id)
    on conflict do nothing`.execute(tx)
}
