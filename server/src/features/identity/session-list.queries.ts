import type { Db } from '#server/db/db.ts'

/** A person's sessions that have not ended, the one last used first. */
export async function sessionsOf(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .select(['session_id as id', 'token_hash', 'user_agent', 'created_at', 'last_seen_at'])
    .orderBy('last_seen_at', 'desc')
    .orderBy('session_id', 'desc')
    .execute()
}

/** False if she has no such session. */
export async function removeSessionById(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('session_id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
