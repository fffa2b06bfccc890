import type { Db } from '#server/db/db.ts'
import { enqueue } from '#server/queue/queue.ts'

/** Enqueues the email with which a person sets a new password. */
export async function enqueueResetMail(db: Db, user_id: string): Promise<void> {
  await enqueue(db, 'send-reset-mail', { user_id }, { key: `reset ${user_id}` })
}
