import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant } from './values.ts'

/** Calls with which a professional manages their own calendar address. rule: calendar-feed */
const ownFeed = {
  path: '/api/professional/calendar-feed/{id}',
  feature: 'bookings',
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string().max(64) }),
  refusals: ['not_signed_in', 'not_yours'],
} as const

/** When the address was made; null without one. The address itself is not stored. */
export const calendarFeed = endpoint({
  ...ownFeed,
  method: 'GET',
  summary: 'Whether a calendar address is in use',
  answer: z.object({ created_at: Instant.nullable() }),
})

/** The address before stops working. */
export const renewCalendarFeed = endpoint({
  ...ownFeed,
  method: 'POST',
  summary: 'Make a calendar address, in the place of the one before',
  answer: z.object({ feed_url: z.url(), created_at: Instant }),
})

/** Safe to repeat. */
export const revokeCalendarFeed = endpoint({
  ...ownFeed,
  method: 'DELETE',
  summary: 'Stop the calendar address',
  answer: z.object({ created_at: z.null() }),
})

/** The token is the permission, because calendars send no cookies. rule: calendar-feed */
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
