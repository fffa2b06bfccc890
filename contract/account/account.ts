import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Phone } from '../people/identity.ts'
import { LANGUAGES, ROLES } from '../product.ts'
import { PERSON_NAME_LENGTH_MAX } from '../people/account-rules.ts'
import { ClientNoteCounts } from '../market/reliability.ts'
import { Id, Instant, line } from '../values.ts'

const ownAccount = {
  caller: { role: 'user' },
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string() }),
  whileSuspended: 'allowed',
} as const

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
  /** Whether the email address is confirmed. rule: email-verification */
  email_verified: z.boolean(),
  /** The address that replaces this one once it is confirmed. rule: email-change */
  pending_email: z.string().nullable(),
  /** The counts of what professionals noted about this client. Absent for a professional. rule: client-notes */
  client_notes: ClientNoteCounts.optional(),
})
export type AccountSettings = z.infer<typeof AccountSettings>

export const settings = endpoint({
  method: 'GET',
  path: '/api/users/{id}/settings',
  whileViewed: true,
  summary: 'My account as it is saved',
  ...ownAccount,
  answer: AccountSettings,
})

/** Refuses 'account_changed' if `version` is not the stored one. rule: account-settings, edit-conflict */
export const saveSettings = endpoint({
  method: 'PUT',
  path: '/api/users/{id}/settings',
  summary: 'Change my name, phone and language',
  ...ownAccount,
  body: z.object({
    first_name: line(1, PERSON_NAME_LENGTH_MAX, 'first_name_required'),
    last_name: line(1, PERSON_NAME_LENGTH_MAX, 'last_name_required'),
    phone: Phone,
    language: z.enum(LANGUAGES),
    version: z.number().int().min(0).max(2_147_483_647),
  }),
  answer: AccountSettings,
  refusals: ['account_changed'],
})

const SessionItem = z.object({
  id: Id,
  /** The names that the User-Agent gives; null when unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  created_at: Instant,
  /** Updated at most once an hour. */
  last_seen_at: Instant,
  /** When it ends if it is not used before. rule: session-expiry */
  ends_at: Instant.optional(),
  /** The session of this request. */
  current: z.boolean(),
})
export type SessionItem = z.infer<typeof SessionItem>

export const sessions = endpoint({
  method: 'GET',
  path: '/api/users/{id}/sessions',
  summary: 'Where I am signed in: this session first, then by when they were last used',
  ...ownAccount,
  answer: z.object({ sessions: z.array(SessionItem) }),
})

/** rule: end-sessions, confirmation */
export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/api/users/{id}/sessions/{sessionId}',
  summary: 'Sign one of my sessions out',
  ...ownAccount,
  needsPassword: true,
  params: z.object({ id: z.string(), sessionId: z.string() }),
  answer: z.object({ message: z.string() }),
  refusals: ['session_not_found'],
})

/** rule: end-sessions, confirmation */
export const endAllSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/{id}/sessions',
  summary: 'End all my sessions, including this one',
  ...ownAccount,
  needsPassword: true,
  answer: z.object({ message: z.string() }),
})

/** rule: end-sessions */
export const forgetDevices = endpoint({
  method: 'DELETE',
  path: '/api/users/{id}/devices',
  summary: 'Forget every device that has signed in to my account',
  ...ownAccount,
  answer: z.object({ known_devices: z.literal(0) }),
})

/** The kinds of events in the security history of an account. rule: security-events */
const SECURITY_EVENT_KINDS = [
  'sign_in',
  'sign_in_refused',
  'sign_in_limited',
  'second_factor_refused',
  'sign_out',
  'session_ended',
  'new_device',
  'email_verified',
  'email_change_asked',
  'email_changed',
  'email_change_undone',
  'password_changed',
  'password_reset',
  'factor_added',
  'factor_removed',
  'recovery_code_used',
  'confirmed',
  'confirm_refused',
  'limit',
  'refused',
  'suspended',
  'restored',
] as const
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number]

const SecurityEvent = z.object({
  id: z.string(),
  kind: z.enum(SECURITY_EVENT_KINDS),
  at: Instant,
  /** The names that the User-Agent gives; null when unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Whether the browser had signed in to the account before. */
  known_device: z.boolean(),
  /** An operator did it, so it has no browser. */
  by_operator: z.boolean(),
})
export type SecurityEvent = z.infer<typeof SecurityEvent>

/** The newest 50 events, or the 50 before the event `before`. rule: security-events */
export const securityEvents = endpoint({
  method: 'GET',
  path: '/api/users/{id}/security-events',
  summary: 'What happened to my account, newest first',
  ...ownAccount,
  query: z.object({
    before: z
      .string()
      .regex(/^[1-9]\d{0,17}$/)
      .optional(),
  }),
  answer: z.object({ events: z.array(SecurityEvent), has_more: z.boolean() }),
})

const Rows = z.array(z.record(z.string(), z.unknown()))

/**
 * All data about one user. Of secrets it contains only the access details of a client's own homes, and about other
 * users only what the screens of this user show. rule: account-export
 */
const OwnData = z.object({
  exported_at: Instant,
  account: z.record(z.string(), z.unknown()),
  sessions: Rows,
  known_devices: Rows,
  passkeys: Rows,
  app_codes: z.record(z.string(), z.unknown()).nullable(),
  recovery_codes: Rows,
  security_events: Rows,
  professional_profile: z.record(z.string(), z.unknown()).nullable(),
  service_areas: Rows,
  working_time: z.record(z.string(), z.unknown()).nullable(),
  working_hours: Rows,
  time_exceptions: Rows,
  busy_calendars: Rows,
  busy_times: Rows,
  offer: z.record(z.string(), z.unknown()).nullable(),
  offer_services: Rows,
  offer_extras: Rows,
  document_checks: Rows,
  verification_notices: Rows,
  background_check: z.record(z.string(), z.unknown()).nullable(),
  subscription: z.record(z.string(), z.unknown()).nullable(),
  payments: Rows,
  lead_credits: Rows,
  homes: Rows,
  access_views: Rows,
  bookings: Rows,
  checklists: Rows,
  visit_photos: Rows,
  photo_pairs: Rows,
  proposals: Rows,
  problems: Rows,
  contact_attempts: Rows,
  agreements: Rows,
  visit_changes: Rows,
  visit_hours: Rows,
  visit_receipts: Rows,
  safety_contact: z.record(z.string(), z.unknown()).nullable(),
  safety_timers: Rows,
  series: Rows,
  series_changes: Rows,
  contacts: Rows,
  messages: Rows,
  reviews_written: Rows,
  review_photos: Rows,
  reviews_received: Rows,
  client_notes_written: Rows,
  client_notes_received: Rows,
  notices: Rows,
  notice_switches: Rows,
  push_subscriptions: Rows,
  calendar_feed: z.record(z.string(), z.unknown()).nullable(),
  blocked: Rows,
  reports: Rows,
  support_messages: Rows,
  suspensions: Rows,
  decisions: Rows,
})

/**
 * Exports the account. With a factor on, the session has to be confirmed too.
 * rule: account-export, confirmation
 */
export const exportData = endpoint({
  method: 'GET',
  path: '/api/users/{id}/export',
  summary: 'Download everything about me',
  ...ownAccount,
  needsPassword: true,
  answer: OwnData,
})

/**
 * Deletes the account and its personal data. Payments, bookings and the messages of the other person's conversations
 * stay, without the deleted user's name. With a factor on, it needs a confirmed session too.
 * rule: account-deletion, confirmation
 */
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/users/{id}',
  summary: 'Delete my account permanently',
  ...ownAccount,
  needsPassword: true,
  answer: z.object({ message: z.string() }),
})
