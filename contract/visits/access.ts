import { z } from 'zod'
import { ACCESS_FIELDS, ACCESS_LENGTH_MAX, ACCESS_LOG_MAX } from './access-rules.ts'
import { endpoint } from '../endpoint.ts'
import { AccessSaved } from '../market/homes.ts'
import { Id, Instant, code, text } from '../values.ts'

/** '' and null erase a value; a field that is absent stays. No refusal repeats a value. rule: access-details */
const SentValue = text(0, ACCESS_LENGTH_MAX).nullable().optional()

/** A value of each field; null: nothing is saved. */
const AccessValues = z.object({
  door_code: z.string().nullable(),
  key_place: z.string().nullable(),
  alarm: z.string().nullable(),
  wifi: z.string().nullable(),
})
export type AccessValues = z.infer<typeof AccessValues>

const ofHome = {
  caller: { role: 'client', roleRefusal: 'clients_only' },
  params: z.object({ id: z.string().max(64) }),
} as const

/**
 * Saves access details. The call takes no Idempotency-Key: the hash of a short code could be guessed. A repeated
 * request does no harm.
 */
export const saveAccess = endpoint({
  ...ofHome,
  method: 'PUT',
  path: '/api/homes/{id}/access',
  summary: 'Save the access details of a home',
  body: z.object({
    door_code: SentValue,
    key_place: SentValue,
    alarm: SentValue,
    wifi: SentValue,
  }),
  answer: z.object({ access: AccessSaved }),
  refusals: ['home_not_found'],
})

/** rule: access-details, confirmation */
export const revealAccess = endpoint({
  ...ofHome,
  method: 'POST',
  path: '/api/homes/{id}/access/reveal',
  summary: 'Show the access details of a home to its client',
  needsPassword: true,
  answer: AccessValues,
  refusals: ['home_not_found'],
})

/** One look at the values. `professional` and `booking_id` are null if the client looked. rule: access-log */
const AccessView = z.object({
  at: Instant,
  by: z.enum(['you', 'professional']),
  professional: z.object({ user_id: Id, full_name: z.string() }).nullable(),
  booking_id: Id.nullable(),
  fields: z.array(z.enum(ACCESS_FIELDS)),
})
export type AccessView = z.infer<typeof AccessView>

/** The newest 200. rule: access-log */
export const accessViews = endpoint({
  ...ofHome,
  method: 'GET',
  path: '/api/homes/{id}/access/views',
  summary: 'Who looked at the access details of a home, newest first',
  answer: z.object({
    views: z.array(AccessView).max(ACCESS_LOG_MAX),
    /** The IANA time zone of the home. */
    time_zone: z.string(),
  }),
  refusals: ['home_not_found'],
})

const ofVisit = {
  whileSuspended: 'visits',
  params: z.object({ id: z.string().max(64) }),
} as const

/**
 * Shows the values of a visit to its professional, and records that.
 * rule: access-details, confirmation
 */
export const viewAccess = endpoint({
  ...ofVisit,
  method: 'POST',
  path: '/api/bookings/{id}/access/view',
  summary: 'Show the access details of a visit to its professional',
  caller: { role: 'professional', roleRefusal: 'professionals_only' },
  answer: AccessValues.extend({ closes_at: Instant }),
  refusals: [
    'booking_not_found',
    'lead_locked',
    'access_not_accepted',
    'access_ended',
    'access_not_yet',
    'access_over',
    'access_empty',
    'confirm_first',
  ],
})

/** Ends the access of one visit, or opens it again. Safe to repeat. rule: access-details */
export const openAccess = endpoint({
  ...ofVisit,
  method: 'PUT',
  path: '/api/bookings/{id}/access',
  summary: 'End the access to the details of a visit, or open it again',
  caller: { role: 'client', roleRefusal: 'clients_only' },
  body: z.object({ open: z.boolean(code('invalid_input')) }),
  answer: z.object({ open: z.boolean(), opens_at: Instant, closes_at: Instant }),
  refusals: ['booking_not_found', 'access_not_accepted', 'access_over'],
})
