import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant } from './values.ts'

const own = {
  path: '/api/professional/calendar-feed/{id}',
  feature: 'bookings',
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string().max(64) }),
  refusals: ['not_signed_in', 'not_yours'],
} as const

/** Since when a calendar may read her visits; null when none may. The address itself is told only once. */
export const calendarFeed = endpoint({
  ...own,
  method: 'GET',
  summary: 'Whether a calendar address is in use',
  answer: z.object({ created_at: Instant.nullable() }),
})

/** A new address; the one before stops working. */
export const renewCalendarFeed = endpoint({
  ...own,
  method: 'POST',
  summary: 'Make a calendar address, in the place of the one before',
  answer: z.object({ feed_url: z.url(), created_at: Instant }),
})

/** Again is harmless. */
export const revokeCalendarFeed = endpoint({
  ...own,
  method: 'DELETE',
  summary: 'Stop the calendar address',
  answer: z.object({ created_at: z.null() }),
})

/** The token is the permission: calendars send no cookies. Pending and accepted visits alone. */
export const readCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendar/{token}.ics',
  feature: 'bookings',
  summary: "A professional's visits, for her calendar",
  caller: { role: 'anyone' },
  params: z.object({ token: z.string().max(100) }),
  answer: z.string(),
  answerType: 'text/calendar',
  refusals: ['not_found'],
})
