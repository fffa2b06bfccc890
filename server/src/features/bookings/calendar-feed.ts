import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { buildCalendar } from './calendar-file.ts'
import { deleteFeed, feedOf, ownerOfFeed, visitsOfFeed, writeFeed } from './calendar.queries.ts'

const TOKEN_BYTES = 32
const REFRESH_SECONDS = 15 * 60

/** When the professional's calendar feed URL was created; null without one. rule: calendar-feed */
export async function readCalendarFeed({ db }: Context, professionalId: string) {
  const feed = await feedOf(db, professionalId)
  return { created_at: feed?.created_at.toISOString() ?? null }
}

/**
 * Creates a new feed URL under PUBLIC_ORIGIN. Only this answer contains it; it cannot be read again. The previous URL
 * stops working.
 */
export async function renewCalendarFeed({ db, clock, config }: Context, professionalId: string) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = clock.now()
  await writeFeed(db, professionalId, hashOf(token), now)
  return {
    feed_url: `${config.publicOrigin}/api/calendar/${token}.ics`,
    created_at: now.toISOString(),
  }
}

/** Deletes the feed URL, so that it stops working. Safe to repeat. */
export async function revokeCalendarFeed({ db }: Pick<Context, 'db'>, professionalId: string) {
  await deleteFeed(db, professionalId)
  return { created_at: null }
}

/**
 * The pending and accepted bookings of the token's owner as an iCalendar text. Refuses any other token with
 * 'not_found'. rule: calendar-feed, calendar-locked-lead
 */
export async function calendarByToken(context: Context, token: string): Promise<string> {
  const professionalId = (await ownerOfFeed(context.db, hashOf(token))) ?? refuse('not_found')
  const visits = await visitsOfFeed(context.db, professionalId)
  return buildCalendar(context, 'professional', visits, REFRESH_SECONDS)
}

// The URL is a secret, so the database stores only a hash of its token.
const hashOf = (token: string) => createHash('sha256').update(token).digest()
