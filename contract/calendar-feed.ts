import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant } from './values.ts'

/**
 * Calls with which a professional manages their calendar feed: a secret URL from which calendar programs read the
 * visits. rule: calendar-feed
 */
const ownFeed = {
  path: '/api/professional/calendar-feed/{id}',
  feature: 'bookings',
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string().max(64) }),
  refusals: ['not_signed_in', 'not_yours'],
} as const

/** When the feed's URL was created; null without one. The URL itself cannot be read again: only a hash is stored. */
export const calendarFeed = endpoint({
  ...ownFeed,
  method: 'GET',
  summary: 'Whether a calendar feed exists, and since when',
  answer: z.object({ created_at: Instant.nullable() }),
})

/** Creates a new URL. The previous URL stops working. */
export const renewCalendarFeed = endpoint({
  ...ownFeed,
  method: 'POST',
  summary: 'Create a calendar feed URL, which replaces the previous one',
  answer: z.object({ feed_url: z.url(), created_at: Instant }),
})

/** Deletes the URL, so that it stops working. Without one it changes nothing. */
export const revokeCalendarFeed = endpoint({
  ...ownFeed,
  method: 'DELETE',
  summary: 'Delete the calendar feed URL',
  answer: z.object({ created_at: z.null() }),
})

/** The feed. Its secret token replaces the session, because calendar programs send no cookies. rule: calendar-feed */
export const readCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendar/{token}.ics',
  feature: 'bookings',
  summary: "A professional's visits, for a calendar program",
  caller: { role: 'anyone' },
  params: z.object({ token: z.string().max(100) }),
  answer: z.string(),
  answerType: 'text/calendar',
  refusals: ['not_found'],
})
