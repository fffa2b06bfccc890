import { z } from 'zod'
import { ShownLine } from '../bookings/price-lines.ts'
import { endpoint } from '../endpoint.ts'
import { ROLES } from '../product.ts'
import { AskedSeries } from '../bookings/series.ts'
import { code, Dollars, Id, Instant, ServiceTypeValue } from '../values.ts'

/** The topics of notices; 'money' and 'verification' are for professionals only. rule: notice-kinds */
const Topic = z.enum([
  'booking',
  'reminder',
  'visit',
  'message',
  'review',
  'account',
  'money',
  'verification',
])
/** The bell, a letter, and a push notification. */
export const NOTICE_CHANNELS = ['app', 'email', 'push'] as const
const Channel = z.enum(NOTICE_CHANNELS)
export type NoticeTopic = z.infer<typeof Topic>
export type NoticeChannel = z.infer<typeof Channel>

/** A notice in the language of the request. `href` is the path of the page that it is about. */
const Notice = z.object({
  id: Id,
  topic: Topic,
  title: z.string(),
  text: z.string(),
  href: z.string(),
  at: Instant,
  read: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

const Switch = z.object({ topic: Topic, channel: Channel, enabled: z.boolean() })
export type NoticeSwitch = z.infer<typeof Switch>

const OWN = {
  caller: { role: 'user' },
  whileSuspended: 'allowed',
} as const

/** The newest 20 notices, or the 20 before the notice `before`. rule: notice-center */
export const notices = endpoint({
  ...OWN,
  method: 'GET',
  path: '/api/notices',
  whileViewed: true,
  summary: 'My notices, newest first',
  query: z.object({ before: Id.optional() }),
  answer: z.object({
    notices: z.array(Notice),
    unread: z.number().int(),
    has_more: z.boolean(),
  }),
})

/** Marks one notice as read, or all if `id` is absent. The id of another user's notice is ignored. Safe to repeat. */
export const readNotices = endpoint({
  ...OWN,
  method: 'POST',
  path: '/api/notices/read',
  summary: 'Mark my notices as read',
  body: z.object({ id: Id.optional() }),
  answer: z.object({ unread: z.number().int() }),
})

/** A switch for each topic of the caller's role and each channel. All are on at first. rule: notice-switches */
export const noticeSwitches = endpoint({
  ...OWN,
  method: 'GET',
  path: '/api/notices/switches',
  summary: 'Which notices I receive, and by which channels',
  answer: z.object({ switches: z.array(Switch) }),
})

export const switchNotices = endpoint({
  ...OWN,
  method: 'PUT',
  path: '/api/notices/switches',
  summary: 'Switch one topic on one channel on or off',
  body: Switch,
  answer: z.object({ switches: z.array(Switch) }),
})

/**
 * The push subscription of this session's browser. It subscribes with `public_key`. `endpoint` is the push service's
 * URL for this browser; null without a subscription.
 */
const PushDevice = z.object({ public_key: z.string(), endpoint: z.string().nullable() })

export const pushDevice = endpoint({
  ...OWN,
  method: 'GET',
  path: '/api/notices/push',
  summary: 'Whether this device receives push notifications',
  answer: PushDevice,
})

/**
 * The body is what the browser's `PushSubscription.toJSON()` returns. The subscription ends with the session. Safe to
 * repeat.
 * rule: push-devices
 */
export const addPushDevice = endpoint({
  ...OWN,
  method: 'POST',
  path: '/api/notices/push',
  summary: 'Send push notifications to this device',
  body: z.object({
    endpoint: z.url().max(2000),
    keys: z.object({
      p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}=?$/),
      auth: z.string().regex(/^[A-Za-z0-9_-]{22}(==)?$/),
    }),
  }),
  answer: PushDevice,
})

export const removePushDevice = endpoint({
  ...OWN,
  method: 'DELETE',
  path: '/api/notices/push',
  summary: 'Stop push notifications to this device',
  answer: PushDevice,
})

const Token = z.object({ token: z.string().max(100) })

/** A call of a letter's link. Its token is in the body, because addresses reach logs. rule: secret-addresses */
const ofLetter = {
  method: 'POST',
  caller: { role: 'anyone' },
  tokenInBody: true,
} as const

/** The topic of an unsubscribe link in a letter. The link's token replaces the session. rule: notice-switches */
export const unsubscribing = endpoint({
  ...ofLetter,
  path: '/api/letter-links/topic',
  summary: 'Which letters an unsubscribe link ends',
  body: Token,
  answer: z.object({ topic: Topic, enabled: z.boolean() }),
  refusals: ['not_found'],
})

/** Ends the letters of a topic without a session. Safe to repeat. rule: notice-switches */
export const unsubscribe = endpoint({
  ...ofLetter,
  path: '/api/letter-links/unsubscribe',
  summary: 'End the letters of one topic',
  body: Token,
  answer: z.object({ topic: Topic, enabled: z.literal(false) }),
  refusals: ['not_found'],
})

/**
 * Unsubscribes from a mail program, with one click (RFC 8058). The program sends a form of its own to the address in
 * the letter's header, so the token has to be part of the address. rule: notice-switches, secret-addresses
 */
export const unsubscribeWithOneClick = endpoint({
  method: 'POST',
  path: '/unsubscribe/{token}',
  summary: 'End the letters of one topic, from a mail program',
  caller: { role: 'anyone' },
  params: Token,
  takesForms: true,
  answer: z.object({ topic: Topic, enabled: z.literal(false) }),
  refusals: ['not_found'],
})

/** The facts of a visit that its letter's link shows to whoever has it. rule: notice-privacy */
const VISIT_OF_LETTER = {
  client_first_name: z.string(),
  service_type: ServiceTypeValue,
  starts_at: Instant,
  time_zone: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  estimated_hours: z.number(),
  total_amount: Dollars,
  lines: z.array(ShownLine),
  expires_at: Instant,
}

/**
 * The booking request that a link in a letter answers. The link's token replaces the session, so the answer contains no
 * street, phone or last name.
 * rule: answer-link, notice-privacy
 */
export const requestByLink = endpoint({
  ...ofLetter,
  path: '/api/letter-links/request',
  summary: 'The booking request that a letter’s link answers',
  body: Token,
  answer: z.object({
    ...VISIT_OF_LETTER,
    /** The regular visits that the request asks for; null for a single visit. */
    series: AskedSeries.nullable(),
  }),
  refusals: ['answer_link_ended'],
})

/** Accepts a proposed time, keeps the old one, or skips one of the regular visits. */
const VISIT_ANSWERS = ['accepted', 'declined', 'skipped'] as const
const VisitAnswer = z.enum(VISIT_ANSWERS, code('invalid_input'))
export type VisitAnswer = z.infer<typeof VisitAnswer>

/** A call of the link of one visit. Its address is secret. rule: answer-link, secret-addresses */
const ofVisit = {
  path: '/api/visit-links/{token}',
  caller: { role: 'anyone' },
  params: z.object({ token: z.string() }),
} as const

/**
 * The visit that a link in a letter is about, with the facts of `requestByLink`. `may`: the answers of the link. That
 * of a proposal belongs to the side that did not propose, `by` is the other one; `starts_at` is the present time. That
 * of a reminder belongs to the client, who skips the visit; within `notice_hours` of its start this is late.
 * rule: answer-link, notice-privacy
 */
export const visitByLink = endpoint({
  ...ofVisit,
  method: 'GET',
  summary: 'The visit that a letter’s link is about',
  answer: z.object({
    may: z.array(VisitAnswer),
    by: z.enum(ROLES).nullable(),
    ...VISIT_OF_LETTER,
    professional_name: z.string(),
    proposed_starts_at: Instant.nullable(),
    notice_hours: z.number().int(),
  }),
  refusals: ['answer_link_ended'],
})

/**
 * Sends one of the answers in `may`. The link works once; it stays usable if the answer is refused. rule: answer-link
 */
export const answerVisitByLink = endpoint({
  ...ofVisit,
  method: 'POST',
  summary: 'Answer a proposed time, or skip a visit, by a letter’s link',
  idempotent: true,
  body: z.object({ answer: VisitAnswer }),
  answer: z.object({ status: z.enum(VISIT_ANSWERS) }),
  refusals: [
    'answer_link_ended',
    'account_suspended',
    'activate_to_accept',
    'lead_locked',
    'proposal_over',
    'booking_started',
    'slot_taken',
    'booking_overlap',
    'booking_too_close',
    'series_not_active',
    'series_date_invalid',
  ],
})

/**
 * Accepts or declines a booking request, by the rules of PUT /api/bookings/{id}/status. The link works once; it stays
 * usable if the change is refused.
 * rule: answer-link
 */
export const answerByLink = endpoint({
  ...ofLetter,
  path: '/api/letter-links/answer',
  summary: 'Accept or decline a booking request by its letter’s link',
  body: Token.extend({
    answer: z.enum(['accepted', 'declined']),
    /** Accepts a request for regular visits, or its first visit alone. rule: series-request */
    series: z.enum(['all', 'first_only'], code('invalid_input')).optional(),
  }),
  answer: z.object({ status: z.enum(['accepted', 'declined']) }),
  refusals: [
    'answer_link_ended',
    'account_suspended',
    'activate_to_accept',
    'lead_locked',
    'booking_already_moved',
    'booking_overlap',
    'booking_too_close',
  ],
})
