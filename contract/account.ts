import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Phone } from './identity.ts'
import { LANGUAGES, ROLES } from './product.ts'
import { Id, Instant, text } from './values.ts'

const mine = { caller: { role: 'user' }, self: { in: 'params', field: 'id' } } as const
const params = z.object({ id: z.string() })

/** What a person may change of her account, and the email, which stays. */
const AccountSettings = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(ROLES),
  /** Decision 37: of letters and notices. */
  language: z.enum(LANGUAGES),
  /** What was read; sent back with a change (decision 41). */
  version: z.number().int(),
})
export type AccountSettings = z.infer<typeof AccountSettings>

export const settings = endpoint({
  method: 'GET',
  path: '/api/users/{id}/settings',
  feature: 'account',
  summary: 'My account as it is saved',
  ...mine,
  params,
  answer: AccountSettings,
  refusals: ['not_signed_in', 'not_yours'],
})

/** Decision 41: an older version is refused, and nothing is overwritten unseen. */
export const saveSettings = endpoint({
  method: 'PUT',
  path: '/api/users/{id}/settings',
  feature: 'account',
  summary: 'Change my name, phone and language',
  ...mine,
  params,
  body: z.object({
    first_name: text(1, 80, 'first_name_required'),
    last_name: text(1, 80, 'last_name_required'),
    phone: Phone,
    language: z.enum(LANGUAGES),
    version: z.number().int().min(0).max(2_147_483_647),
  }),
  answer: AccountSettings,
  refusals: [
    'not_signed_in',
    'not_yours',
    'invalid_input',
    'first_name_required',
    'last_name_required',
    'phone_required',
    'phone_invalid',
    'account_changed',
  ],
})

const SessionItem = z.object({
  id: Id,
  /** As far as it said so itself; null where it did not. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  created_at: Instant,
  /** To the hour. */
  last_seen_at: Instant,
  /** The one that asks. */
  current: z.boolean(),
})
export type SessionItem = z.infer<typeof SessionItem>

export const sessions = endpoint({
  method: 'GET',
  path: '/api/users/{id}/sessions',
  feature: 'account',
  summary: 'Where I am signed in: this session first, then by when they were last used',
  ...mine,
  params,
  answer: z.object({ sessions: z.array(SessionItem) }),
  refusals: ['not_signed_in', 'not_yours'],
})

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/api/users/{id}/sessions/{sessionId}',
  feature: 'account',
  summary: 'Sign one of my sessions out',
  ...mine,
  params: z.object({ id: z.string(), sessionId: z.string() }),
  answer: z.object({ message: z.string() }),
  refusals: ['not_signed_in', 'not_yours', 'session_not_found'],
})

export const endAllSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/{id}/sessions',
  feature: 'account',
  summary: 'Sign me out everywhere, here too',
  ...mine,
  params,
  answer: z.object({ message: z.string() }),
  refusals: ['not_signed_in', 'not_yours'],
})

const Rows = z.array(z.record(z.string(), z.unknown()))

/** Everything the server keeps about a person, as she may take it along; never a secret, never more of others than she sees on her screens. */
const OwnData = z.object({
  exported_at: Instant,
  account: z.record(z.string(), z.unknown()),
  sessions: Rows,
  professional_profile: z.record(z.string(), z.unknown()).nullable(),
  service_areas: Rows,
  background_check: z.record(z.string(), z.unknown()).nullable(),
  subscription: z.record(z.string(), z.unknown()).nullable(),
  payments: Rows,
  lead_credits: Rows,
  bookings: Rows,
  contacts: Rows,
  messages: Rows,
  reviews_written: Rows,
  reviews_received: Rows,
  notices: Rows,
  notice_switches: Rows,
  push_subscriptions: Rows,
  calendar_feed: z.record(z.string(), z.unknown()).nullable(),
  blocked: Rows,
  reports: Rows,
})

/** Authorization, added calls: self, with the current password. */
export const exportData = endpoint({
  method: 'GET',
  path: '/api/users/{id}/export',
  feature: 'account',
  summary: 'Download everything about me',
  ...mine,
  confirmed: true,
  params,
  answer: OwnData,
  refusals: [
    'not_signed_in',
    'not_yours',
    'password_required',
    'wrong_password',
    'too_many_requests',
  ],
})

/** Authorization, added calls: keeps only what money and the other party need, without the name. */
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/users/{id}',
  feature: 'account',
  summary: 'Delete my account, for good',
  ...mine,
  confirmed: true,
  params,
  answer: z.object({ message: z.string() }),
  refusals: [
    'not_signed_in',
    'not_yours',
    'password_required',
    'wrong_password',
    'too_many_requests',
  ],
})
