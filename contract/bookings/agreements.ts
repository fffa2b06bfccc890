import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { AskedPrice, Hours, PRICE_FIELDS } from './price-lines.ts'
import { LANGUAGES, ROLES } from '../product.ts'
import { Dollars, Id, Instant, code } from '../values.ts'

/** The parts of a work agreement, in the order of its text. rule: work-agreement */
const AGREEMENT_SECTIONS = [
  'who',
  'where',
  'when',
  'tasks',
  'extras',
  'supplies',
  'pets',
  'price',
  'hours',
  'payment',
  'cancellation',
  'no_show',
  'keys',
  'breakage',
  'photos',
  'safety',
  'notice',
] as const
export type AgreementSection = (typeof AGREEMENT_SECTIONS)[number]

/** Why a version was made: the visit was accepted or moved, its home, the visit itself or its series changed. */
const AGREEMENT_CAUSES = ['accepted', 'moved', 'home', 'change', 'series'] as const
export type AgreementCause = (typeof AGREEMENT_CAUSES)[number]

const invalid = code('invalid_input')
const Confirmed = z.object({ client: Instant.nullable(), professional: Instant.nullable() })
const Version = {
  version: z.number().int(),
  made_at: Instant,
  because: z.enum(AGREEMENT_CAUSES),
}

/**
 * A version of the work agreement. `columns`: the client's language first, one if both sides have the same; none once
 * the texts are forgotten. `text`: all lines, joined by a line break. `hash`: the hexadecimal SHA-256 of the texts,
 * joined by an empty line. `difference` to the version before, by section and language; `before` or `after` is null
 * where the section is missing. rule: work-agreement
 */
const Agreement = z.object({
  ...Version,
  latest: z.number().int(),
  /** The IANA time zone of the visit: both sides read the times of a version in it. */
  time_zone: z.string(),
  columns: z.array(
    z.object({
      language: z.enum(LANGUAGES),
      sections: z.array(z.object({ code: z.enum(AGREEMENT_SECTIONS), lines: z.array(z.string()) })),
      text: z.string(),
    }),
  ),
  hash: z.string(),
  confirmed: Confirmed,
  versions: z.array(z.object(Version)),
  difference: z
    .array(
      z.object({
        code: z.enum(AGREEMENT_SECTIONS),
        language: z.enum(LANGUAGES),
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    )
    .nullable(),
  /** Whether the names and the street, or all texts, were taken out. rule: work-agreement */
  redacted: z.boolean(),
  /** Whether the reader can confirm this version now. */
  may_confirm: z.boolean(),
})
export type Agreement = z.infer<typeof Agreement>

const ofBooking = {
  caller: { role: 'user' },
  whileSuspended: 'visits',
  params: z.object({ id: z.string().max(64) }),
} as const

/** Reads a version of the agreement, the latest one without `version`. rule: work-agreement */
export const agreement = endpoint({
  ...ofBooking,
  method: 'GET',
  path: '/api/bookings/{id}/agreement',
  summary: 'The work agreement of a visit',
  query: z.object({ version: z.coerce.number(invalid).int(invalid).optional() }),
  answer: z.object({ agreement: Agreement }),
  refusals: ['booking_not_found', 'lead_locked', 'agreement_not_made', 'not_found'],
})

/** Agrees to the latest version. Safe to repeat. rule: work-agreement */
export const confirmAgreement = endpoint({
  ...ofBooking,
  method: 'POST',
  path: '/api/bookings/{id}/agreement/confirm',
  summary: 'Agree to the work agreement of a visit',
  body: z.object({
    version: z.number(invalid).int(invalid),
    hash: z.string(invalid).max(64, invalid),
  }),
  answer: z.object({ confirmed: Confirmed }),
  refusals: [
    'booking_not_found',
    'lead_locked',
    'agreement_not_made',
    'agreement_changed',
    'booking_already_moved',
  ],
})

const CHANGE_STATUSES = ['open', 'accepted', 'declined', 'withdrawn', 'expired'] as const
/** The other side accepts or declines; the author withdraws. */
export const CHANGE_ANSWERS = ['accepted', 'declined', 'withdrawn'] as const
export type VisitChangeAnswer = (typeof CHANGE_ANSWERS)[number]

/** Other hours, extras or supplies for an accepted visit, with its whole new price in dollars. rule: visit-changes */
export const VisitChange = z.object({
  id: Id,
  by: z.enum(ROLES),
  ...PRICE_FIELDS,
  total_amount: Dollars,
  estimated_hours: z.number().int(),
  status: z.enum(CHANGE_STATUSES),
})
export type VisitChange = z.infer<typeof VisitChange>

const NewVisitChange = z.object({
  estimated_hours: Hours.optional(),
  /** All extras that the visit would have. Absent: as they are. */
  extras: AskedPrice.extras.unwrap().optional(),
  supplies: AskedPrice.supplies,
})
export type NewVisitChange = z.infer<typeof NewVisitChange>

/** Parts of the visit that stay keep their price. The answer has the new total. rule: visit-changes */
export const proposeVisitChange = endpoint({
  ...ofBooking,
  method: 'POST',
  path: '/api/bookings/{id}/changes',
  summary: 'Propose other hours, extras or supplies for a visit',
  body: NewVisitChange,
  idempotent: true,
  answer: z.object({ change: VisitChange }),
  refusals: [
    'booking_not_found',
    'lead_locked',
    'conversation_blocked',
    'booking_already_moved',
    'change_open',
    'too_many_proposals',
    'hours_below_minimum',
    'extra_not_offered',
    'supplies_not_offered',
    'extras_too_long',
  ],
})

/** A repeated answer succeeds and changes nothing. rule: visit-changes */
export const answerVisitChange = endpoint({
  ...ofBooking,
  method: 'PUT',
  path: '/api/bookings/{id}/changes/{changeId}',
  summary: 'Accept, decline or withdraw a change of a visit',
  params: z.object({ id: z.string().max(64), changeId: z.string().max(64) }),
  body: z.object({ answer: z.enum(CHANGE_ANSWERS, invalid) }),
  answer: z.object({ change: VisitChange }),
  refusals: [
    'booking_not_found',
    'lead_locked',
    'not_found',
    'not_yours',
    'change_over',
    'slot_taken',
    'booking_overlap',
    'booking_too_close',
  ],
})
