import { z } from 'zod'
import {
  CASE_NOTE_LENGTH_MAX,
  CASE_OUTCOMES,
  CASE_QUEUES,
  CASE_STATES,
  CASE_SUBJECTS,
  CASE_TITLE_CODES,
  RESOLUTION_LENGTH,
} from '../trust/case-rules.ts'
import { CaseFacts, CasePerson, Named } from './case-facts.ts'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, text } from '../values.ts'

const byOperator = { caller: { role: 'operator' } } as const
const ofCase = { ...byOperator, params: z.object({ id: z.string().max(64) }) } as const

/** A case as lists have it. rule: case-queues, case-states */
export const CaseSummary = z.object({
  id: Id,
  /** The number of the case, such as 'C-12'. */
  number: z.string(),
  queue: z.enum(CASE_QUEUES),
  kind: z.string(),
  /** The title in English. Screens say it in the reader's language, by its code. rule: case-screen */
  title: z.string(),
  title_code: z.enum(CASE_TITLE_CODES),
  title_params: z.record(z.string(), z.union([z.string(), z.number()])),
  state: z.enum(CASE_STATES),
  urgent: z.boolean(),
  opened_at: Instant,
  due_at: Instant,
  overdue: z.boolean(),
  claimed_by: Named.nullable(),
  /** The beginning of what the person wrote, on one line, or of a job's error. Null if there is none. */
  excerpt: z.string().nullable(),
  /** The person whom the case is about. */
  person: CasePerson.nullable(),
  /** An action's id is the id of the subject. */
  subject: z.object({ kind: z.enum(CASE_SUBJECTS), id: z.string(), label: z.string().nullable() }),
})
export type CaseSummary = z.infer<typeof CaseSummary>

/** rule: case-screen, case-states */
const Case = CaseSummary.extend({
  facts: CaseFacts,
  notes: z.array(z.object({ at: Instant, by: Named, text: z.string() })),
  history: z.array(z.object({ at: Instant, what: z.string(), by: Named.nullable() })),
  outcome: z
    .object({ code: z.enum(CASE_OUTCOMES), text: z.string().nullable(), at: Instant })
    .nullable(),
  /** The moves of the case and the names of the actions that the reader can make now. */
  may: z.array(z.string()),
})
export type Case = z.infer<typeof Case>
const answer = z.object({ case: Case })

/** rule: case-queues */
export const caseQueues = endpoint({
  ...byOperator,
  method: 'GET',
  path: '/api/operator/queues',
  summary: 'How much waits in each queue',
  answer: z.object({
    queues: z.array(
      z.object({
        queue: z.enum(CASE_QUEUES),
        open: z.number().int(),
        claimed: z.number().int(),
        overdue: z.number().int(),
        oldest_at: Instant.nullable(),
      }),
    ),
  }),
})

/**
 * 50 cases, by the time when they are due, resolved ones the newest first; or the 50 after the case `before`.
 * rule: case-screen
 */
export const caseList = endpoint({
  ...byOperator,
  method: 'GET',
  path: '/api/operator/cases',
  summary: 'The cases of a queue, of a person or of an operator',
  query: z.object({
    queue: z.enum(CASE_QUEUES).optional(),
    state: z.enum(['open', 'claimed', 'mine', 'resolved']).optional(),
    person_id: Id.optional(),
    before: Id.optional(),
  }),
  answer: z.object({ cases: z.array(CaseSummary), has_more: z.boolean() }),
})

/** rule: case-screen */
export const oneCase = endpoint({
  ...ofCase,
  method: 'GET',
  path: '/api/operator/cases/{id}',
  summary: 'A case with what is known about it',
  answer,
  refusals: ['not_found'],
})

const Note = text(1, CASE_NOTE_LENGTH_MAX, 'text_too_short')

/** Claiming again changes nothing. rule: case-states */
export const claimCase = endpoint({
  ...ofCase,
  method: 'POST',
  path: '/api/operator/cases/{id}/claim',
  summary: 'Take a case, also from its holder',
  body: z.object({ take_over: z.literal(true).optional(), text: Note.optional() }).nullish(),
  answer,
  refusals: ['not_found', 'other_operator_needed', 'case_closed', 'case_taken'],
})

/** rule: case-states */
export const releaseCase = endpoint({
  ...ofCase,
  method: 'POST',
  path: '/api/operator/cases/{id}/release',
  summary: 'Give a case back to its queue',
  answer,
  refusals: ['not_found', 'case_closed', 'claim_first'],
})

/** Opens a resolved case again, for 30 days after it was resolved. rule: case-states */
export const reopenCase = endpoint({
  ...ofCase,
  method: 'POST',
  path: '/api/operator/cases/{id}/reopen',
  summary: 'Open a resolved case again',
  body: z.object({ text: Note }),
  answer,
  refusals: ['not_found', 'too_late', 'already_so'],
})

/** rule: case-screen */
export const addCaseNote = endpoint({
  ...ofCase,
  method: 'POST',
  path: '/api/operator/cases/{id}/notes',
  summary: 'Write a note that only operators read',
  body: z.object({ text: Note }),
  answer,
  refusals: ['not_found'],
})

/** rule: case-states */
export const resolveCase = endpoint({
  ...ofCase,
  method: 'POST',
  path: '/api/operator/cases/{id}/resolve',
  summary: 'Say how a case has ended; reporters are told the outcome',
  body: z.object({
    outcome: z.enum(CASE_OUTCOMES),
    text: text(RESOLUTION_LENGTH.min, RESOLUTION_LENGTH.max, 'text_too_short'),
  }),
  answer,
  refusals: ['not_found', 'case_closed', 'claim_first', 'decide_first'],
})

/**
 * A letter with a link to the thread, and an action of the holder. Of the queue 'support' alone. rule:
 * contact-page
 */
export const answerCase = endpoint({
  ...ofCase,
  method: 'POST',
  path: '/api/operator/cases/{id}/answer',
  idempotent: true,
  summary: 'Answer a message of the contact page',
  body: z.object({ text: text(RESOLUTION_LENGTH.min, CASE_NOTE_LENGTH_MAX, 'text_too_short') }),
  answer,
  refusals: ['not_found', 'case_closed', 'claim_first'],
})

/** A photo of a problem, for the operator who holds its case. rule: case-screen */
export const caseProblemPhoto = endpoint({
  ...byOperator,
  method: 'GET',
  path: '/api/operator/problem-photos/{file}',
  summary: 'A photo of the problem of a case',
  params: z.object({ file: z.string().max(80) }),
  answer: z.string(),
  answerType: 'image/webp',
  refusals: ['image_not_found'],
})
