import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../values.ts'

/**
 * Calls with which a person manages their calendar feed: a secret URL from which calendar programs read the visits.
 * rule: visit-calendar
 */
const ownFeed = {
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string().max(64) }),
} as const
const ofProfessional = {
  ...ownFeed,
  path: '/api/professional/calendar-feed/{id}',
  caller: { role: 'professional', roleRefusal: 'not_yours' },
} as const
const ofClient = {
  ...ownFeed,
  path: '/api/client/calendar-feed/{id}',
  caller: { role: 'client', roleRefusal: 'not_yours' },
} as const

/** When the feed's URL was created; null without one. The URL itself cannot be read again: only a hash is stored. */
const reading = {
  method: 'GET',
  summary: 'Whether a calendar feed exists, and since when',
  answer: z.object({ created_at: Instant.nullable() }),
} as const
export const calendarFeed = endpoint({ ...ofProfessional, ...reading })
export const clientCalendarFeed = endpoint({ ...ofClient, ...reading })

/** Creates a new URL. The previous URL stops working. */
const renewing = {
  needsConfirmation: true,
  method: 'POST',
  idempotent: true,
  summary: 'Create a calendar feed URL, which replaces the previous one',
  answer: z.object({ feed_url: z.url(), created_at: Instant }),
} as const
export const renewCalendarFeed = endpoint({ ...ofProfessional, ...renewing })
export const renewClientCalendarFeed = endpoint({ ...ofClient, ...renewing })

/** Deletes the URL, so that it stops working. Without one it changes nothing. */
const revoking = {
  method: 'DELETE',
  summary: 'Delete the calendar feed URL',
  answer: z.object({ created_at: z.null() }),
} as const
export const revokeCalendarFeed = endpoint({ ...ofProfessional, ...revoking })
export const revokeClientCalendarFeed = endpoint({ ...ofClient, ...revoking })

/**
 * The feed. Its secret token replaces the session, because calendar programs send no cookies. Programs go on reading a
 * deleted feed, so its answers 404 must not stop the feeds of others at a shared address. rule: visit-calendar
 */
export const readCalendarFeed = endpoint({
  staysOpen: true,
  method: 'GET',
  path: '/api/calendar/{token}.ics',
  summary: "A person's visits, for a calendar program",
  caller: { role: 'anyone' },
  params: z.object({ token: z.string().max(100) }),
  answer: z.string(),
  answerType: 'text/calendar',
  refusals: ['not_found'],
})
