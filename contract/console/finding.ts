import { z } from 'zod'
import { CasePerson, Named, PAIR } from './case-facts.ts'
import { endpoint } from '../endpoint.ts'
import { CaseSummary } from './operator-cases.ts'
import { ROLES } from '../product.ts'
import { Dollars, Id, Instant, text } from '../values.ts'

const byOperator = { caller: { role: 'operator' }, method: 'GET' } as const
const PersonState = z.enum(['active', 'suspended', 'deleted'])

const FoundPerson = z.object({
  id: Id,
  name: z.string(),
  role: z.enum(ROLES),
  email: z.string(),
  state: PersonState,
})
const FoundBooking = z.object({
  id: Id,
  status: z.string(),
  starts_at: Instant,
  /** The zone of the home. */
  time_zone: z.string(),
  ...PAIR,
})
const FoundPayment = z.object({
  /** The number of the invoice, such as 'L-12'. */
  number: z.string(),
  amount: Dollars,
  status: z.string(),
  person: CasePerson,
})
/** A change of a booking, payment or the like. `by`: null if it was a job or the provider. */
const HistoryEntry = z.object({ at: Instant, kind: z.string(), by: Named.nullable() })

/** Twenty of each kind. rule: finding */
export const findAnything = endpoint({
  ...byOperator,
  path: '/api/operator/search',
  summary: 'Find people, bookings, payments and cases',
  query: z.object({ q: text(2, 100) }),
  answer: z.object({
    people: z.array(FoundPerson),
    bookings: z.array(FoundBooking),
    payments: z.array(FoundPayment),
    cases: z.array(CaseSummary),
  }),
})
export type Found = z.infer<typeof findAnything.answer>

const ReviewOfPerson = z.object({
  id: Id,
  rating: z.number().int(),
  title: z.string(),
  state: z.string(),
  created_at: Instant,
  other: CasePerson,
})
const ReportOfPerson = z.object({
  number: z.number().int(),
  at: Instant,
  subject: z.object({ kind: z.string(), id: z.string() }),
  reason: z.string().nullable(),
  state: z.enum(['open', 'closed']),
  other: CasePerson.nullable(),
})

/** The facts about a person that their page shows to operators. rule: finding */
export const PersonPage = z.object({
  person: z.object({
    id: Id,
    role: z.enum(ROLES),
    name: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    phone: z.string(),
    language: z.string(),
    created_at: Instant,
    state: PersonState,
    suspended_until: Instant.nullable(),
  }),
  professional: z
    .object({
      slug: z.string(),
      listed: z.boolean(),
      reachable: z.boolean(),
      subscription: z
        .object({ status: z.string(), paid_until: Instant, price: Dollars })
        .nullable(),
      credits: z.number().int(),
      /** The id: of its check, for its withdrawal. rule: operator-decision */
      badges: z.array(z.object({ id: Id, kind: z.string(), checked_at: Instant.nullable() })),
    })
    .nullable(),
  factors: z.object({
    passkeys: z.number().int(),
    totp: z.boolean(),
    recovery_codes_left: z.number().int(),
  }),
  sessions: z.array(
    z.object({
      id: Id,
      browser: z.string().nullable(),
      system: z.string().nullable(),
      last_seen_at: Instant,
      /** A keyed tag such as 'n-4f2a91'; never an address. */
      network: z.string().nullable(),
    }),
  ),
  bookings: z.array(FoundBooking),
  payments: z.array(FoundPayment),
  reviews_written: z.array(ReviewOfPerson),
  reviews_received: z.array(ReviewOfPerson),
  reports_by: z.array(ReportOfPerson),
  reports_about: z.array(ReportOfPerson),
  cases: z.array(CaseSummary),
  /** The id: with which one is opened. Its messages are not here. rule: opened-conversations */
  conversations: z.array(z.object({ id: Id, other: CasePerson, since: Instant })),
  flags: z.array(z.object({ kind: z.string(), since: Instant })),
  may: z.array(z.string()),
})
export type PersonPage = z.infer<typeof PersonPage>

const ofOne = {
  ...byOperator,
  params: z.object({ id: z.string().max(64) }),
  refusals: ['not_found'],
} as const

/** rule: finding */
export const personPage = endpoint({
  ...ofOne,
  path: '/api/operator/people/{id}',
  summary: 'What is known about a person; recorded once an hour',
  answer: PersonPage,
})

const TimelineEntry = z.object({
  /** The position of the entry, which `before` of the next page names. */
  id: z.string(),
  at: Instant,
  /** Such as 'booking.accepted', 'operator.suspend', 'security.sign_in', 'payment.paid', 'report.written'. */
  kind: z.string(),
  /** The entry in English. Screens say it in the reader's language, by the kind and `params`. */
  text: z.string(),
  /**
   * By the kind up to its dot: account: role · operator: reason · booking: service_type, booking_date, city · security:
   * browser, system, network · review: rating, state · payment: number, amount (dollars) · report: subject, reason ·
   * case: number, title_code and the params of the title. A value that is not known is not there.
   */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  by: Named.nullable(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** The newest 50 entries, or the 50 before the entry `before`. rule: finding */
export const personTimeline = endpoint({
  ...ofOne,
  path: '/api/operator/people/{id}/timeline',
  summary: 'What a person did and what happened to their account',
  query: z.object({ before: z.string().max(120).optional() }),
  answer: z.object({ entries: z.array(TimelineEntry), has_more: z.boolean() }),
})

/** rule: finding */
export const operatorBooking = endpoint({
  ...ofOne,
  path: '/api/operator/bookings/{id}',
  summary: 'A booking with its history, without its street',
  answer: z.object({
    booking: FoundBooking.extend({
      service_type: z.string(),
      ends_at: Instant,
      estimated_hours: z.number(),
      total: Dollars,
      city: z.string(),
      zip_code: z.string(),
      created_at: Instant,
      no_show: z.string().nullable(),
      reason_code: z.string().nullable(),
      problems: z.array(z.object({ id: Id, kind: z.string(), state: z.string() })),
      history: z.array(HistoryEntry),
    }),
  }),
})

/** `number`: such as 'L-12'. rule: finding */
export const operatorPayment = endpoint({
  ...ofOne,
  params: z.object({ number: z.string().max(24) }),
  path: '/api/operator/payments/{number}',
  summary: 'A payment with its history',
  answer: z.object({
    payment: FoundPayment.extend({
      kind: z.string(),
      created_at: Instant,
      paid_at: Instant.nullable(),
      refunded: Dollars,
      history: z.array(HistoryEntry),
    }),
  }),
})
