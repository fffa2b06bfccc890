import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Actor } from '#server/http/calls/actor.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { lockOwnSession } from '#server/people/person/left-behind.ts'
import { buildCalendar } from './calendar-file.ts'
import { deleteFeed, feedOf, ownerOfFeed, visitsOfFeed, writeFeed } from './calendar.queries.ts'

const TOKEN_BYTES = 32
const REFRESH_SECONDS = 15 * 60

/** When a person's calendar feed URL was created; null without one. rule: visit-calendar */
export async function readCalendarFeed({ db }: Context, userId: string) {
  const feed = await feedOf(db, userId)
  return { created_at: feed?.created_at.toISOString() ?? null }
}

/**
 * Creates a new feed URL under PUBLIC_ORIGIN, and tells the person by a letter. Only this answer contains it; it cannot
 * be read again. The previous URL stops working. The call needs a confirmation. rule: visit-calendar, idempotency-key
 */
export async function renewCalendarFeed(context: Context, actor: Actor, idempotency?: Idempotency) {
  const userId = actor.id
  await consumeRateLimit(context, 'made_feed_by_user', userId)
  // The saved answer of a key is not the URL, but what its token is computed from.
  const { seed, created_at } = await runInTransaction(context.db, idempotency, async (tx) => {
    const made = {
      seed: randomBytes(TOKEN_BYTES).toString('base64url'),
      created_at: context.clock.now().toISOString(),
    }
    const token = tokenOf(context, userId, made.seed)
    const made_in = await lockOwnSession(tx, actor)
    const created_at = new Date(made.created_at)
    await writeFeed(tx, userId, { token_hash: hashOf(token), created_at, made_in })
    const letter = { user_id: userId, change: 'feed_made', at: made.created_at } as const
    await enqueue(tx, 'send-factor-letter', letter)
    return made
  })
  const token = tokenOf(context, userId, seed)
  return { feed_url: `${context.config.publicOrigin}/api/calendar/${token}.ics`, created_at }
}

/** The token of a feed. Without the key, which the database does not contain, nobody can compute it. */
function tokenOf(
  { verificationKeys }: Pick<Context, 'verificationKeys'>,
  userId: string,
  seed: string,
): string {
  return createHmac('sha256', verificationKeys.hash)
    .update(`calendar feed ${userId} ${seed}`)
    .digest('base64url')
}

/** Deletes the feed URL, so that it stops working. Safe to repeat. */
export async function revokeCalendarFeed({ db }: Pick<Context, 'db'>, userId: string) {
  await deleteFeed(db, userId)
  return { created_at: null }
}

/**
 * The visits of the token's owner as an iCalendar text: all that are ahead, and those of the last 60 days, also
 * cancelled and declined ones. Refuses any other token with 'not_found'. rule: visit-calendar
 */
export async function calendarByToken(context: Context, token: string): Promise<string> {
  const owner = (await ownerOfFeed(context.db, hashOf(token))) ?? refuse('not_found')
  const visits = await visitsOfFeed(context.db, owner, context.clock.now())
  return buildCalendar(context, owner.role, visits, REFRESH_SECONDS)
}

// The URL is a secret, so the database stores only a hash of its token.
const hashOf = (token: string) => createHash('sha256').update(token).digest()
