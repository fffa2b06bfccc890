import { z } from 'zod'
import { APPEAL_TEXT_MAX, APPEAL_TEXT_MIN } from './action-reasons.ts'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, text } from '../values.ts'

const ownDecisions = {
  caller: { role: 'user' },
  self: { in: 'params', field: 'id' },
  whileSuspended: 'allowed',
} as const

/** Another operator answers it. `answer`: what that operator wrote, null while it is open. rule: appeals */
const Appeal = z.object({
  state: z.enum(['open', 'upheld', 'overturned']),
  at: Instant,
  answer: z.string().nullable(),
})
export type Appeal = z.infer<typeof Appeal>

/** An action of an operator about this person, in the words that the operator wrote for them. rule: decisions */
const Decision = z.object({
  id: Id,
  action: z.string(),
  at: Instant,
  /** The code of the reason; 'stated': it is in the text. */
  reason: z.string(),
  /** The reason in the language of the request. */
  reason_text: z.string(),
  text: z.string(),
  /** `label`: the number of an invoice, the title of a review, or the subject of a message. */
  about: z.object({ kind: z.string(), id: z.string(), label: z.string().nullable() }),
  may_appeal: z.boolean(),
  appeal: Appeal.nullable(),
  /** Present for a suspension: whether the accepted visits take place. */
  keeps_visits: z.boolean().optional(),
  /** Present for a suspension that ends by itself: when it does. */
  until: Instant.optional(),
})
export type Decision = z.infer<typeof Decision>

/** The newest 50, or the 50 before the decision `before`. rule: decisions */
export const decisions = endpoint({
  method: 'GET',
  path: '/api/users/{id}/decisions',
  whileViewed: true,
  summary: 'What operators decided about my account, and why, newest first',
  ...ownDecisions,
  params: z.object({ id: z.string() }),
  query: z.object({ before: Id.optional() }),
  answer: z.object({ decisions: z.array(Decision), has_more: z.boolean() }),
})

/** rule: appeals */
export const appeal = endpoint({
  method: 'POST',
  path: '/api/users/{id}/decisions/{decisionId}/appeal',
  summary: 'Ask another operator to look at a decision about my account',
  ...ownDecisions,
  params: z.object({ id: z.string(), decisionId: z.string() }),
  body: z.object({ text: text(APPEAL_TEXT_MIN, APPEAL_TEXT_MAX, 'text_too_short') }),
  answer: z.object({ appeal: Appeal }),
  refusals: ['not_found', 'already_so', 'too_late'],
})
