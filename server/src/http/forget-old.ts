import { sql } from 'kysely'
import type { World } from '#server/world.ts'

const IDEMPOTENCY_KEY_HOURS = 24

/** Forgets what has had its time: sessions, links that have ended, answers kept for a repeated call (decision 40: a day), counters of rate limits. */
export async function forgetOld(world: World): Promise<void> {
  const now = world.clock.now()
  await world.db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await world.db.deleteFrom('password_resets').where('expires_at', '<=', now).execute()
  await world.db.deleteFrom('answer_links').where('expires_at', '<=', now).execute()
  await world.db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - IDEMPOTENCY_KEY_HOURS * 3_600_000))
    .execute()
  await world.db
    .deleteFrom('rate_limits')
    .where('expire', '<', sql<string>`${now.getTime()}`)
    .execute()
}
