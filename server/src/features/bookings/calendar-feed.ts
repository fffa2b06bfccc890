import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { buildCalendar } from './calendar-file.ts'
import { deleteFeed, feedOf, ownerOfFeed, visitsOfFeed, writeFeed } from './calendar.queries.ts'

const TOKEN_BYTES = 32
const REFRESH_SECONDS = 15 * 60

/** When a person's calendar feed URL was created; null without one. rule: calendar-feed */
export async function readCalendarFeed({ db }: Context, userId: string) {
  const feed = await feedOf(db, userId)
  return { created_at: feed?.created_at.toISOString() ?? null }
}

/**
 * Creates a new feed URL under PUBLIC_ORIGIN. Only this answer contains it; it cannot be read again. The previous URL
 * stops working.
 */
export async function renewCalendarFeed({ db, clock, config }: Context, userId: string) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = clock.now()
  await writeFeed(db, userId, hashOf(token), now)
  return {
    feed_url: `${config.publicOrigin}/api/calendar/${token}.ics`,
    created_at: now.toISOString(),
  }
}

/** Deletes the feed URL, so that it stops working. Safe to repeat. */
export async function revokeCalendarFeed({ db }: Pick<Context, 'db'>, userId: string) {
  await deleteFeed(db, userId)
  return { created_at: null }
}

/**
 * The visits of the token's owner as an iCalendar text: all that are ahead, and those of the last 60 days, also
 * cancelled and declined ones. Refuses any other token with 'not_found'. rule: calendar-feed, calendar-locked-lead
 */
export async function calendarByToken(context: Context, token: string): Promise<string> {
  const owner = (await ownerOfFeed(context.db, hashOf(token))) ?? refuse('not_found')
  const visits = await visitsOfFeed(context.db, owner, context.clock.now())
  return buildCalendar(context, owner.role, visits, REFRESH_SECONDS)
}

// The URL is a secret, so the database stores only a hash of its token.
const hashOf = (token: string) => createHash('sha256').update(token).digest()
