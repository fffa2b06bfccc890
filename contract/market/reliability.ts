import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RELIABILITY_DAYS } from '../bookings/booking-rules.ts'
import type { ClientNoteAnswer } from './review-rules.ts'
import { Id, Instant } from '../values.ts'

const count = z.number().int()

/**
 * How reliable a person was in the last 180 days: `visits` are those that they kept, cancelled late without an excuse,
 * or did not come to. rule: reliability
 */
export const ClientReliability = z.object({
  window_days: z.literal(RELIABILITY_DAYS),
  visits: count,
  kept: count,
  late_cancellations: count,
  no_shows: count,
})
export type ClientReliability = z.infer<typeof ClientReliability>

const YesNo = z.object({ yes: count, no: count })
/** The counts of yes and no in the notes of professionals about a client. rule: client-notes */
export const ClientNoteCounts = z.object({
  as_described: YesNo,
  paid_as_agreed: YesNo,
  kind: YesNo,
  come_again: YesNo,
} satisfies Record<ClientNoteAnswer, unknown>)
export type ClientNoteCounts = z.infer<typeof ClientNoteCounts>

/** Adds how often a professional came in time (`on_time`), of the visits where that is known (`on_time_of`). */
export const Reliability = ClientReliability.extend({ on_time: count, on_time_of: count })
export type Reliability = z.infer<typeof Reliability>

const RELIABILITY_EVENTS = [
  'kept',
  'on_time',
  'late',
  'late_cancellation',
  'excused',
  'no_show',
] as const

/** The caller's own figures, and the newest 200 events of which they are counted. rule: reliability */
export const ownReliability = endpoint({
  method: 'GET',
  path: '/api/users/{id}/reliability',
  summary: 'My visits, late cancellations and no-shows',
  caller: { role: 'user' },
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string() }),
  answer: ClientReliability.extend({
    /** A client has neither of these two fields. */
    on_time: count.optional(),
    on_time_of: count.optional(),
    /** Late cancellations because of illness that do not count. */
    excused: count,
    events: z.array(
      z.object({
        kind: z.enum(RELIABILITY_EVENTS),
        /** The start of the visit, or the moment of the cancellation. */
        at: Instant,
        booking_id: Id,
        /** The IANA time zone of the visit. */
        time_zone: z.string(),
      }),
    ),
  }),
})
