import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EMAIL_LENGTH_MAX } from '../people/account-rules.ts'
import { LANGUAGES } from '../product.ts'
import { CONTACT_NAME_LENGTH_MAX } from './safety-rules.ts'
import { code, EmailAddress, Instant, line } from '../values.ts'

const invalid = code('invalid_input')

/** The person to whom we write if a professional does not check in. rule: safety-contact */
const Contact = z.object({
  name: z.string(),
  email: z.string(),
  /** The language of the letters to the contact. */
  language: z.enum(LANGUAGES),
})
export type SafetyContact = z.infer<typeof Contact>

const SentContact = z.object(
  {
    name: line(1, CONTACT_NAME_LENGTH_MAX),
    email: z.string(invalid).trim().max(EMAIL_LENGTH_MAX, invalid).pipe(EmailAddress),
    language: z.enum(LANGUAGES, invalid),
  },
  invalid,
)

const SavedContact = z.object({ contact: Contact.nullable() })

const ofProfessional = {
  path: '/api/professional/safety/{id}',
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string().max(64) }),
  answer: SavedContact,
} as const

/** The contact of a professional, or null. rule: safety-contact */
export const safetyContact = endpoint({
  ...ofProfessional,
  method: 'GET',
  whileSuspended: 'visits',
  summary: 'Whom we write to if the professional does not check in from a visit',
})

/** Saves or removes the contact. A new one gets one letter. Without a contact no timer runs. rule: safety-contact */
export const saveSafetyContact = endpoint({
  ...ofProfessional,
  method: 'PUT',
  summary: 'Save or remove the contact of the safety check-in',
  body: z.object({ contact: SentContact.nullable() }),
  refusals: [
    'safety_contact_declined',
    'email_not_verified',
    'first_visit_first',
    'address_has_letters',
  ],
})

const ofVisit = {
  staysOpen: true,
  path: '/api/bookings/{id}/safety',
  // The client and the operator cannot end a timer, so the professional can also while they are suspended.
  whileSuspended: 'allowed',
  caller: { role: 'professional', roleRefusal: 'professionals_only' },
  params: z.object({ id: z.string().max(64) }),
} as const

/**
 * The timer of a visit, for its professional alone. `check_by`: null if none runs; it stays until the letter has left.
 * `told_at`: when we wrote to the contact, until the professional checks in; `is_untold`: that we could not so far.
 * rule: safety-timer, safety-alarm, safety-contact
 */
export const safetyTimer = endpoint({
  ...ofVisit,
  method: 'GET',
  summary: 'The safety timer of a visit, and who is told',
  answer: z.object({
    check_by: Instant.nullable(),
    told_at: Instant.nullable(),
    /** The name of the contact whom the alarm was for; null: there was none, or they want no letters any more. */
    told_contact: z.string().nullable(),
    /** Whether a contact who was told wants no letters since then: they get none about the check-in. */
    contact_stopped: z.boolean(),
    /**
     * Whether nobody was told: the contact had 3 alarms within 24 hours and one of this visit, or wants no letters, or
     * the letter has not left 5 minutes after the time of the timer. `told_at` follows if it leaves later.
     */
    is_untold: z.boolean(),
    /** The name of the contact; null: there is none. */
    contact: z.string().nullable(),
    /** The IANA time zone of the home. */
    time_zone: z.string(),
    /** Whether a timer can be set. */
    may_set: z.boolean(),
  }),
  refusals: ['booking_not_found', 'lead_locked'],
})

/** Sets the timer, changes it, or ends it with null: 'I am safe'. Safe to repeat. rule: safety-timer */
export const setSafetyTimer = endpoint({
  ...ofVisit,
  method: 'PUT',
  summary: 'Say by when the professional checks in, or that they are safe',
  body: z.object({
    check_by: z.iso.datetime({ offset: true, error: invalid }).nullable(),
  }),
  answer: z.object({ check_by: Instant.nullable() }),
  refusals: [
    'booking_not_found',
    'lead_locked',
    'account_suspended',
    'booking_already_moved',
    'stage_order',
    'safety_contact_missing',
  ],
})

const byToken = {
  staysOpen: true,
  caller: { role: 'anyone' },
  params: z.object({ token: z.string().max(200) }),
} as const

/**
 * The facts about the professional and the visit that the letter's link shows for 24 hours. Each opening is recorded.
 * rule: safety-alarm
 */
export const safetyVisit = endpoint({
  ...byToken,
  method: 'GET',
  path: '/api/safety/{token}',
  summary: 'Where a professional is who has not checked in',
  answer: z.object({
    first_name: z.string(),
    phone: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    starts_at: Instant,
    ends_at: Instant,
    time_zone: z.string(),
    check_by: Instant,
    /** Whether the professional has checked in since. */
    checked_in: z.boolean(),
  }),
  refusals: ['not_found'],
})

/** Ends all letters of safety check-ins to the address of this letter. Safe to repeat. rule: safety-contact */
export const stopSafetyLetters = endpoint({
  ...byToken,
  method: 'POST',
  path: '/api/safety-stop/{token}',
  summary: 'Say that nobody shall name this address as a safety contact',
  answer: z.object({ stopped: z.literal(true) }),
  refusals: ['not_found'],
})
