import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

const IDEMPOTENCY_KEY_HOURS = 24

/**
 * The job 'forget-old': deletes expired sessions, links, idempotency keys and rate limit counters. rule: expired-data
 */
export async function deleteExpired(context: Context): Promise<void> {
  const now = context.clock.now()
  await context.db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await context.db.deleteFrom('password_resets').where('expires_at', '<=', now).execute()
  await context.db.deleteFrom('answer_links').where('expires_at', '<=', now).execute()
  await context.db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - IDEMPOTENCY_KEY_HOURS * 3_600_000))
    .execute()
  await context.db
    .deleteFrom('rate_limits')
    .where('expire', '<', sql<string>`${now.getTime()}`)
    .execute()
}
