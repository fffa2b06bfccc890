import { z } from 'zod'
import { PROBLEM_KINDS } from './problem-rules.ts'
import { ContactAttempt } from './problems.ts'
import { ROLES } from './product.ts'
import { Dollars, Id, Instant } from './values.ts'

/** An operator. Of the command line the id is 'cli:NAME'. */
export const Named = z.object({ id: z.string(), name: z.string() })
export const CasePerson = z.object({ id: Id, name: z.string(), role: z.enum(ROLES) })

/** The two people of a booking, a visit or a conversation. */
export const PAIR = { client: CasePerson, professional: CasePerson }

/** A message of a conversation or of a support thread. Null: its text was erased, or it is a picture. */
const CaseMessage = z.object({
  at: Instant,
  from: z.enum([...ROLES, 'you', 'lustra']),
  text: z.string().nullable(),
})

/** What an operator needs to decide, by the queue of the case. rule: case-facts */
export const CaseFacts = z.object({
  /** Of verification. */
  documents: z
    .array(
      z.object({
        id: Id,
        /** How many are stored. */
        pages: z.number().int(),
        /** Of an identity document. */
        kind: z.string().optional(),
        expires_on: z.string().optional(),
        /** Of an insurance. */
        insurer: z.string().optional(),
        amount: Dollars.optional(),
        insured_until: z.string().optional(),
      }),
    )
    .optional(),
  references: z
    .array(
      z.object({
        name: z.string(),
        answered_at: Instant.nullable(),
        answers: z.array(z.object({ id: z.string(), text: z.string() })),
      }),
    )
    .optional(),
  notice: z
    .object({
      kind: z.string(),
      reason: z.string(),
      text: z.string(),
      stands_at: Instant,
      disputed: z.boolean(),
      /** What the professional wrote. */
      dispute: z.string().optional(),
    })
    .nullable()
    .optional(),
  /** Of reports: those of the case, and the last 20 messages of the conversation of each. */
  reports: z
    .array(
      z.object({
        number: z.number().int(),
        at: Instant,
        /** Null: they deleted their account. */
        by: CasePerson.nullable(),
        reason: z.string().nullable(),
        text: z.string(),
        state: z.enum(['open', 'closed']),
      }),
    )
    .optional(),
  /** Of reports: what the professional of those people noted privately about the client. rule: client-notes */
  client_notes: z
    .array(z.object({ booking_id: Id, at: Instant, professional: CasePerson, text: z.string() }))
    .optional(),
  /** Of reports and of support. */
  messages: z.array(CaseMessage).optional(),
  /** Of reports and of reviews. */
  review: z
    .object({
      id: Id,
      rating: z.number().int(),
      title: z.string(),
      comment: z.string(),
      state: z.string(),
      created_at: Instant,
      /** Who wrote it. Null: they deleted their account. */
      by: CasePerson.nullable(),
    })
    .optional(),
  /** Of visits. The street: for the holder alone. */
  problem: z
    .object({
      id: Id,
      booking_id: Id,
      kind: z.enum(PROBLEM_KINDS),
      by: z.enum(ROLES),
      state: z.string(),
      opened_at: Instant,
      statement: z.string(),
      answer: z.string().nullable(),
      answered_at: Instant.nullable(),
      value: Dollars.nullable(),
      ...PAIR,
      starts_at: Instant,
      time_zone: z.string(),
      city: z.string(),
      street: z.string().nullable(),
    })
    .optional(),
  /** Of reports, reviews and visits: those of the people of the case. For opening one. rule: opened-conversations */
  conversations: z.array(z.object({ id: Id, ...PAIR })).optional(),
  contacts: z.array(ContactAttempt).optional(),
  /** Of 'Was this needed?': who opened the conversation, and why. The text is null once it is erased. */
  opening: z
    .object({
      at: Instant,
      by: Named,
      reason: z.string(),
      text: z.string().nullable(),
      /** For which case. */
      case: z.object({ id: Id, number: z.string() }).nullable(),
      ...PAIR,
    })
    .optional(),
  photos: z.array(z.object({ file: z.string() })).optional(),
  /** Of support. */
  topic: z.string().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  /** Of refunds. */
  payment: z
    .object({
      number: z.string(),
      amount: Dollars,
      status: z.string(),
      person: CasePerson,
      failures: z.number().int(),
      error: z.string().nullable(),
    })
    .optional(),
  /** What waits for a second operator. `amount`: dollars of a refund, or credits. Null once it is decided: erased. */
  approval: z
    .object({
      id: Id,
      action: z.enum(['refund', 'credits']),
      amount: z.number(),
      state: z.enum(['waiting', 'approved', 'refused', 'expired']),
      reason: z.string(),
      text: z.string().nullable(),
      note: z.string().nullable(),
      asked_by: Named,
      asked_at: Instant,
      expires_at: Instant,
      person: CasePerson,
      /** Such as 'L-12'. */
      payment: z.string().nullable(),
    })
    .optional(),
  /** Of appeals: what was decided, and what the person says against it. */
  decision: z
    .object({
      id: Id,
      action: z.string(),
      reason: z.string(),
      text: z.string().nullable(),
      at: Instant,
      by: Named,
      about: z.object({ kind: z.string(), id: z.string(), label: z.string().nullable() }),
      appeal: z.object({ at: Instant, text: z.string().nullable() }).nullable(),
    })
    .optional(),
  /** Of jobs. */
  job: z
    .object({
      id: z.string(),
      name: z.string(),
      tries: z.number().int(),
      failed_at: Instant.nullable(),
      error: z.string(),
    })
    .optional(),
})
