import { z } from 'zod'
import { PROBLEM_KINDS } from '../visits/problem-rules.ts'
import { ContactAttempt } from '../visits/problems.ts'
import { ROLES } from '../product.ts'
import { Dollars, Id, Instant } from '../values.ts'

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

/** The facts that an operator needs to decide a case. Its queue decides which are present. rule: case-screen */
export const CaseFacts = z.object({
  /** Present in the queue of verification. */
  documents: z
    .array(
      z.object({
        id: Id,
        /** How many are stored. */
        pages: z.number().int(),
        /** Only an identity document has these two fields. */
        kind: z.string().optional(),
        expires_on: z.string().optional(),
        /** Only an insurance has these three fields. */
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
      /** The professional's answer to the notice. */
      dispute: z.string().optional(),
    })
    .nullable()
    .optional(),
  /** Present in the queue of reports: the reports of this case. */
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
  /** Present in the queue of reports: the professional's private notes about the client. rule: client-notes */
  client_notes: z
    .array(z.object({ booking_id: Id, at: Instant, professional: CasePerson, text: z.string() }))
    .optional(),
  /** Present in the queues of reports and of support. Each report brings the last 20 messages of its conversation. */
  messages: z.array(CaseMessage).optional(),
  /** Present in the queues of reports and of reviews. */
  review: z
    .object({
      id: Id,
      rating: z.number().int(),
      title: z.string(),
      comment: z.string(),
      state: z.string(),
      created_at: Instant,
      /** The writer. Null: they deleted their account. */
      by: CasePerson.nullable(),
    })
    .optional(),
  /** Present in the queue of visits. Only the holder of the case gets `street`. */
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
  /**
   * In the queues of reports, reviews and visits: conversations of the people of the case, which can be opened.
   * rule: opened-conversations
   */
  conversations: z.array(z.object({ id: Id, ...PAIR })).optional(),
  contacts: z.array(ContactAttempt).optional(),
  /**
   * Present in the queue 'Was this needed?': who opened the conversation, and why. The text is null once it is erased.
   */
  opening: z
    .object({
      at: Instant,
      by: Named,
      reason: z.string(),
      text: z.string().nullable(),
      /** The case for which the conversation was opened. */
      case: z.object({ id: Id, number: z.string() }).nullable(),
      ...PAIR,
    })
    .optional(),
  photos: z.array(z.object({ file: z.string() })).optional(),
  /** Present in the queue of support. */
  topic: z.string().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  /** Present in the queue of refunds. */
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
  /**
   * The action that waits for a second operator. `amount`: dollars of a refund, or credits. The texts are null once it
   * is decided, because they are erased.
   */
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
      /** The number of the invoice, such as 'L-12'; null for credits. */
      payment: z.string().nullable(),
    })
    .optional(),
  /** Present in the queue of appeals: the decision, and the person's appeal against it. */
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
  /** Present in the queue of jobs. */
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
