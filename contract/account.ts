import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Phone } from './identity.ts'
import { LANGUAGES, PERSON_NAME_LENGTH_MAX, ROLES } from './product.ts'
import { Id, Instant, text } from './values.ts'

const ownAccount = { caller: { role: 'user' }, self: { in: 'params', field: 'id' } } as const
const params = z.object({ id: z.string() })

/** rule: account-settings */
const AccountSettings = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(ROLES),
  /** The language of letters and notices for this user. */
  language: z.enum(LANGUAGES),
  /** Grows with each save. A change sends the version that it is based on. rule: edit-conflict */
  version: z.number().int(),
})
export type AccountSettings = z.infer<typeof AccountSettings>

export const settings = endpoint({
  method: 'GET',
  path: '/api/users/{id}/settings',
  feature: 'account',
  summary: 'My account as it is saved',
  ...ownAccount,
  params,
  answer: AccountSettings,
  refusals: ['not_signed_in', 'not_yours'],
})

/** Refuses 'account_changed' if `version` is not the stored one. rule: account-settings, edit-conflict */
export const saveSettings = endpoint({
  method: 'PUT',
  path: '/api/users/{id}/settings',
  feature: 'account',
  summary: 'Change my name, phone and language',
  ...ownAccount,
  params,
  body: z.object({
    first_name: text(1, PERSON_NAME_LENGTH_MAX, 'first_name_required'),
    last_name: text(1, PERSON_NAME_LENGTH_MAX, 'last_name_required'),
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
  /** From the User-Agent; null when unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  created_at: Instant,
  /** Updated at most once an hour. */
  last_seen_at: Instant,
  /** The session of this request. */
  current: z.boolean(),
})
export type SessionItem = z.infer<typeof SessionItem>

export const sessions = endpoint({
  method: 'GET',
  path: '/api/users/{id}/sessions',
  feature: 'account',
  summary: 'Where I am signed in: this session first, then by when they were last used',
  ...ownAccount,
  params,
  answer: z.object({ sessions: z.array(SessionItem) }),
  refusals: ['not_signed_in', 'not_yours'],
})

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/api/users/{id}/sessions/{sessionId}',
  feature: 'account',
  summary: 'Sign one of my sessions out',
  ...ownAccount,
  params: z.object({ id: z.string(), sessionId: z.string() }),
  answer: z.object({ message: z.string() }),
  refusals: ['not_signed_in', 'not_yours', 'session_not_found'],
})

export const endAllSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/{id}/sessions',
  feature: 'account',
  summary: 'End all my sessions, including this one',
  ...ownAccount,
  params,
  answer: z.object({ message: z.string() }),
  refusals: ['not_signed_in', 'not_yours'],
})

const Rows = z.array(z.record(z.string(), z.unknown()))

/**
 * All data about one user. It contains no secrets, and about other users only what the screens of this user show.
 * rule: account-export
 */
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

/** rule: account-export, confirm-password */
export const exportData = endpoint({
  method: 'GET',
  path: '/api/users/{id}/export',
  feature: 'account',
  summary: 'Download everything about me',
  ...ownAccount,
  needsPassword: true,
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

/**
 * Deletes the account and its personal data. Payments, bookings and the messages of the other person's conversations
 * stay, without the deleted user's name. rule: account-deletion, confirm-password
 */
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/users/{id}',
  feature: 'account',
  summary: 'Delete my account permanently',
  ...ownAccount,
  needsPassword: true,
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
