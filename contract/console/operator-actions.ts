import { z } from 'zod'
import {
  action,
  byOperator,
  Done,
  ofId,
  REFUSALS,
  saying,
  unconfirmed,
} from '../trust/action-parts.ts'
import { ACTION_TEXT_MAX, ACTION_TEXT_MIN, OPENING_TEXT_MIN } from '../trust/action-reasons.ts'
import { endpoint } from '../endpoint.ts'
import { DECISIONS } from '../visits/problem-rules.ts'
import { LANGUAGES } from '../product.ts'
import { code, Id, Instant, line, text } from '../values.ts'

/** An action that waits for a second operator. rule: two-operators */
const Approval = z.object({
  id: Id,
  state: z.enum(['waiting', 'approved', 'refused', 'expired']),
  expires_at: Instant,
})
const DoneOrAsked = { action: Done.optional(), approval: Approval.optional() }

const Reasons = z.array(z.object({ code: z.string(), text: z.string() }))

/** Lists the reasons of each action in the language of the request. rule: actions */
export const actionReasons = endpoint({
  ...byOperator,
  method: 'GET',
  path: '/api/operator/reasons',
  summary: 'The reasons of each action',
  answer: z.object({ actions: z.record(z.string(), Reasons) }),
})

const Letter = z.object({
  title: z.string(),
  sentence: z.string(),
  button: z.string(),
  /** The label of the reason; null: it is not in the letter. */
  reason: z.string().nullable(),
  /** The label of the operator's text, '' for none; null: the text is on the page of decisions alone. */
  text: z.string().nullable(),
})

/**
 * Reads the letters in the language of the person; English without one. An action that nobody reads has none.
 * rule: actions
 */
export const actionLetters = endpoint({
  ...byOperator,
  method: 'GET',
  path: '/api/operator/letters',
  summary: 'What a letter about each action says around the text of the operator',
  /** `problem_id`: of the action 'decide'. Its letter names the day of the visit. */
  query: z.object({ person_id: Id.optional(), problem_id: Id.optional() }),
  answer: z.object({
    language: z.enum(LANGUAGES),
    letters: z.record(z.string(), Letter),
    reasons: z.record(z.string(), z.string()),
  }),
  refusals: ['not_found'],
})

const PersonState = z.object({
  id: Id,
  state: z.enum(['active', 'suspended']),
  suspended_until: Instant.nullable(),
})

export const suspendPerson = endpoint({
  ...action,
  path: '/api/operator/people/{id}/suspend',
  summary: 'Suspend an account',
  params: ofId,
  body: z.object({
    ...saying('suspend'),
    until: Instant.optional(),
    visits: z.enum(['keep', 'cancel']),
  }),
  answer: z.object({
    action: Done,
    person: PersonState,
    visits: z.object({ kept: z.number().int(), ended: z.number().int() }),
  }),
  refusals: [...REFUSALS, 'already_so'],
})

export const restorePerson = endpoint({
  ...action,
  path: '/api/operator/people/{id}/restore',
  summary: 'End the suspension of an account',
  params: ofId,
  body: z.object(saying('restore')),
  answer: z.object({ action: Done, person: PersonState }),
  refusals: [...REFUSALS, 'already_so'],
})

export const endPersonSessions = endpoint({
  ...action,
  path: '/api/operator/people/{id}/end-sessions',
  summary: 'Sign out all devices of a person and forget them',
  params: ofId,
  body: z.object(saying('end-sessions')),
  answer: z.object({ action: Done, ended: z.number().int() }),
})

export const removePersonFactors = endpoint({
  ...action,
  path: '/api/operator/people/{id}/remove-second-factor',
  summary: 'Remove the second factors of a person after 72 hours',
  params: ofId,
  body: z.object(saying('remove-second-factor')),
  answer: z.object({ action: Done, due_at: Instant }),
  refusals: [...REFUSALS, 'already_so'],
})

export const writeToPerson = endpoint({
  ...unconfirmed,
  path: '/api/operator/people/{id}/message',
  summary: 'Write an email to a person, who can answer it',
  params: ofId,
  body: z.object({ ...saying('message'), subject: line(1, 120) }),
  answer: z.object({ action: Done, number: z.string() }),
})

/** rule: two-operators */
export const changePersonCredits = endpoint({
  ...action,
  path: '/api/operator/people/{id}/credits',
  summary: 'Give lead credits to a professional, or take them back',
  params: ofId,
  body: z.object({
    ...saying('credits'),
    amount: z
      .number()
      .int()
      .min(-50)
      .max(50)
      .refine((amount) => amount !== 0),
  }),
  answer: z.object({ ...DoneOrAsked, credits: z.number().int() }),
  refusals: [...REFUSALS, 'not_enough_credits'],
})

/** rule: two-operators */
export const refundPerson = endpoint({
  ...action,
  path: '/api/operator/payments/{number}/refund',
  summary: 'Refund a payment in full',
  params: z.object({ number: z.string() }),
  body: z.object(saying('refund')),
  answer: z.object(DoneOrAsked),
  refusals: [...REFUSALS, 'refund_under_way', 'not_refundable'],
})

const ReviewState = z.object({ id: Id, state: z.enum(['public', 'hidden']) })

export const hideReview = endpoint({
  ...action,
  path: '/api/operator/reviews/{id}/hide',
  summary: 'Hide a review',
  params: ofId,
  body: z.object(saying('hide')),
  answer: z.object({ action: Done, review: ReviewState }),
  refusals: [...REFUSALS, 'already_so'],
})

export const showReview = endpoint({
  ...action,
  path: '/api/operator/reviews/{id}/show',
  summary: 'Show a hidden review again',
  params: ofId,
  body: z.object(saying('show')),
  answer: z.object({ action: Done, review: ReviewState }),
  refusals: [...REFUSALS, 'already_so'],
})

export const decideProblem = endpoint({
  ...action,
  path: '/api/operator/problems/{id}/decide',
  summary: 'Decide the disputed problem of a visit',
  params: ofId,
  body: z.object({ ...saying('decide'), outcome: z.enum(DECISIONS) }),
  answer: z.object({
    action: Done,
    problem: z.object({ id: Id, state: z.literal('decided'), outcome: z.enum(DECISIONS) }),
  }),
  refusals: [...REFUSALS, 'claim_first', 'already_so'],
})

const Job = z.object({
  id: z.string(),
  name: z.string(),
  tries: z.number().int(),
  failed_at: Instant,
  error: z.string(),
})

export const failedJobs = endpoint({
  ...byOperator,
  method: 'GET',
  path: '/api/operator/jobs',
  summary: 'Jobs whose last attempt failed',
  query: z.object({
    before: z
      .string()
      .regex(/^[1-9]\d{0,17}$/)
      .optional(),
  }),
  answer: z.object({ jobs: z.array(Job), has_more: z.boolean() }),
})

const ofJob = {
  ...unconfirmed,
  params: ofId,
  answer: z.object({ action: Done }),
} as const

export const retryJob = endpoint({
  ...ofJob,
  path: '/api/operator/jobs/{id}/retry',
  summary: 'Try a failed job again',
  body: z.object(saying('retry')),
})

export const discardJob = endpoint({
  ...ofJob,
  path: '/api/operator/jobs/{id}/discard',
  summary: 'Discard a failed job',
  body: z.object(saying('discard')),
})

export const switchClaim = endpoint({
  ...action,
  path: '/api/operator/claims/{id}',
  summary: 'Show or hide a claim everywhere',
  params: ofId,
  body: z.object({ ...saying('claims'), enabled: z.boolean() }),
  answer: z.object({ action: Done, claim: z.object({ id: z.string(), enabled: z.boolean() }) }),
  refusals: [...REFUSALS, 'already_so'],
})

/** `reason`: one of the asked action. rule: two-operators */
const ofApproval = {
  ...action,
  params: ofId,
  body: z.object({
    reason: z.string({ error: code('reason_required') }),
    text: text(ACTION_TEXT_MIN, ACTION_TEXT_MAX, 'text_too_short'),
  }),
  answer: z.object({ approval: Approval }),
  refusals: [...REFUSALS, 'already_so', 'refund_under_way', 'not_refundable'],
} as const

export const approve = endpoint({
  ...ofApproval,
  path: '/api/operator/approvals/{id}/approve',
  summary: 'Approve what another operator asked for',
})

export const refuseApproval = endpoint({
  ...ofApproval,
  path: '/api/operator/approvals/{id}/refuse',
  summary: 'Refuse what another operator asked for',
})

/** `tell_after_days` counts with the reason 'legal' alone. rule: opened-conversations */
export const openConversation = endpoint({
  ...action,
  path: '/api/operator/conversations/{id}/open',
  summary: 'Read the messages of a conversation; both people are told afterwards',
  params: ofId,
  body: z.object({
    ...saying('open'),
    text: text(OPENING_TEXT_MIN, ACTION_TEXT_MAX, 'text_too_short'),
    case_id: z.uuid({ error: code('reason_required') }).toLowerCase(),
    tell_after_days: z.number().int().min(0).max(30).optional(),
  }),
  answer: z.object({
    action: Done,
    messages: z.array(
      z.object({ id: Id, from: z.enum(['client', 'professional']), at: Instant, text: z.string() }),
    ),
    until: Instant,
  }),
})
