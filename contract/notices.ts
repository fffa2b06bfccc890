import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Dollars, Id, Instant, ServiceTypeValue } from './values.ts'

/** What notices are about; 'money' and 'verification' are for professionals. */
const Topic = z.enum(['booking', 'reminder', 'message', 'money', 'verification'])
/** The bell, a letter, and a push notification. */
export const NOTICE_CHANNELS = ['app', 'email', 'push'] as const
const Channel = z.enum(NOTICE_CHANNELS)
export type NoticeTopic = z.infer<typeof Topic>
export type NoticeChannel = z.infer<typeof Channel>

/** One thing a person was told, in the language of the request; `href` leads to what it is about. */
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

const OWN = { feature: 'notifications', caller: { role: 'user' } } as const
const REFUSALS = ['not_signed_in', 'invalid_input'] as const

/** The newest 20, or those before the notice `before`. */
export const notices = endpoint({
  ...OWN,
  method: 'GET',
  path: '/api/notices',
  summary: 'What I was told, the newest first',
  query: z.object({ before: Id.optional() }),
  answer: z.object({
    notices: z.array(Notice),
    unread: z.number().int(),
    has_more: z.boolean(),
  }),
  refusals: REFUSALS,
})

/** One, or with no id all up to now. Again is harmless; another's stays as it is. */
export const readNotices = endpoint({
  ...OWN,
  method: 'POST',
  path: '/api/notices/read',
  summary: 'Mark what I was told as read',
  body: z.object({ id: Id.optional() }),
  answer: z.object({ unread: z.number().int() }),
  refusals: REFUSALS,
})

/** Every topic that concerns this person with every channel; all are on until switched off. */
export const noticeSwitches = endpoint({
  ...OWN,
  method: 'GET',
  path: '/api/notices/switches',
  summary: 'What I am told, and where',
  answer: z.object({ switches: z.array(Switch) }),
  refusals: ['not_signed_in'],
})

export const switchNotices = endpoint({
  ...OWN,
  method: 'PUT',
  path: '/api/notices/switches',
  summary: 'Switch one topic on one channel on or off',
  body: Switch,
  answer: z.object({ switches: z.array(Switch) }),
  refusals: REFUSALS,
})

/** This session's device: `public_key` is what its browser subscribes with, `endpoint` where its pushes go. */
const PushDevice = z.object({ public_key: z.string(), endpoint: z.string().nullable() })

export const pushDevice = endpoint({
  ...OWN,
  method: 'GET',
  path: '/api/notices/push',
  summary: 'Whether this device is told',
  answer: PushDevice,
  refusals: ['not_signed_in'],
})

/** What the browser's own `PushSubscription.toJSON()` says. It ends with the session. Again is harmless. */
export const addPushDevice = endpoint({
  ...OWN,
  method: 'POST',
  path: '/api/notices/push',
  summary: 'Tell this device',
  body: z.object({
    endpoint: z.url().max(2000),
    keys: z.object({
      p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}=?$/),
      auth: z.string().regex(/^[A-Za-z0-9_-]{22}(==)?$/),
    }),
  }),
  answer: PushDevice,
  refusals: REFUSALS,
})

export const removePushDevice = endpoint({
  ...OWN,
  method: 'DELETE',
  path: '/api/notices/push',
  summary: 'Tell this device no more',
  answer: PushDevice,
  refusals: ['not_signed_in'],
})

const Token = z.object({ token: z.string().max(100) })

/** What a letter's link would end; the token is the permission. */
export const unsubscribing = endpoint({
  method: 'GET',
  path: '/api/unsubscribe/{token}',
  feature: 'notifications',
  summary: 'Which letters a link ends',
  caller: { role: 'anyone' },
  params: Token,
  answer: z.object({ topic: Topic, enabled: z.boolean() }),
  refusals: ['not_found'],
})

/** Ends a topic's letters without signing in, also by a mail reader's one click (RFC 8058). Again is harmless. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/unsubscribe/{token}',
  feature: 'notifications',
  summary: 'End the letters of one topic',
  caller: { role: 'anyone' },
  params: Token,
  takesForms: true,
  answer: z.object({ topic: Topic, enabled: z.literal(false) }),
  refusals: ['not_found'],
})

/** What a request's letter asks; the token is the permission. No street, phone or full name (decision 15). */
export const requestByLink = endpoint({
  method: 'GET',
  path: '/api/answer-links/{token}',
  feature: 'notifications',
  summary: 'The request that a letter’s link answers',
  caller: { role: 'anyone' },
  params: Token,
  answer: z.object({
    client_first_name: z.string(),
    service_type: ServiceTypeValue,
    starts_at: Instant,
    time_zone: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    estimated_hours: z.number(),
    total_amount: Dollars,
    expires_at: Instant,
  }),
  refusals: ['answer_link_ended'],
})

/** Answers a request once, by the rules of PUT /api/bookings/{id}/status (decision 26). A refused answer leaves the link good. */
export const answerByLink = endpoint({
  method: 'POST',
  path: '/api/answer-links/{token}',
  feature: 'notifications',
  summary: 'Accept or decline a request by its letter’s link',
  caller: { role: 'anyone' },
  params: Token,
  body: z.object({ answer: z.enum(['accepted', 'declined']) }),
  answer: z.object({ status: z.enum(['accepted', 'declined']) }),
  refusals: [
    'answer_link_ended',
    'invalid_input',
    'activate_to_accept',
    'lead_locked',
    'booking_already_moved',
    'booking_overlap',
  ],
})
