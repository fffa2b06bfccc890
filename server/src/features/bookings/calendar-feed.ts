import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { dropFeed, feedOf, ownerOfFeed, writeFeed } from './calendar-feed.queries.ts'
import { visitsAhead } from './calendar.queries.ts'
import { calendarText } from './calendar.ts'

const TOKEN_BYTES = 32
const READ_EVERY_SECONDS = 15 * 60

/** Since when a calendar may read a professional's visits; null when none may. */
export async function calendarFeedOf({ db }: Context, professionalId: string) {
  const feed = await feedOf(db, professionalId)
  return { created_at: feed?.created_at.toISOString() ?? null }
}

/** A new address under PUBLIC_ORIGIN, told this once; the one before stops working. */
export async function renewCalendarFeed({ db, clock, config }: Context, professionalId: string) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = clock.now()
  await writeFeed(db, professionalId, hashOf(token), now)
  return {
    feed_url: `${config.publicOrigin}/api/calendar/${token}.ics`,
    created_at: now.toISOString(),
  }
}

/** No calendar reads her visits any more; again is harmless. */
export async function revokeCalendarFeed({ db }: Context, professionalId: string) {
  await dropFeed(db, professionalId)
  return { created_at: null }
}

/**
 * The pending and accepted visits of the token's owner as an iCalendar text, in her language; of a client whose lead is locked
 * no more than decision 15 allows. Refuses every other token as an address that does not exist.
 */
export async function calendarByToken(context: Context, token: string): Promise<string> {
  const professionalId = (await ownerOfFeed(context.db, hashOf(token))) ?? refuse('not_found')
  const visits = await visitsAhead(context.db, professionalId)
  return calendarText(context, 'professional', visits, READ_EVERY_SECONDS)
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()
