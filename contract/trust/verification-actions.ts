import { z } from 'zod'
import { action, Done, ofId, REFUSALS, saying } from './action-parts.ts'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../values.ts'
import { VERIFICATION_KINDS } from './verification-rules.ts'

const check = { id: z.string(), kind: z.enum(VERIFICATION_KINDS) }

/** The operator holds the case of the check, or of an appeal about it. rule: operator-decision */
export const approveVerification = endpoint({
  ...action,
  path: '/api/operator/verifications/{id}/approve',
  summary: 'Approve a check that waits',
  params: ofId,
  body: z.object(saying('approve')),
  answer: z.object({
    action: Done,
    verification: z.object({ ...check, state: z.literal('verified') }),
  }),
  refusals: [...REFUSALS, 'claim_first', 'already_so', 'document_expired'],
})

/** `stands_at`: the check is rejected then, unless the professional disputes. rule: rejection-notice */
export const noticeVerification = endpoint({
  ...action,
  path: '/api/operator/verifications/{id}/notice',
  summary: 'Tell a professional what was found, 7 days before their check is rejected',
  params: ofId,
  body: z.object(saying('notice')),
  answer: z.object({
    action: Done,
    verification: z.object({ ...check, state: z.literal('pending'), stands_at: Instant }),
  }),
  refusals: [...REFUSALS, 'claim_first', 'already_so'],
})

/** Takes back the notice that runs, else the badge. rule: operator-decision */
export const withdrawVerification = endpoint({
  ...action,
  path: '/api/operator/verifications/{id}/withdraw',
  summary: 'Take back a notice or a badge',
  params: ofId,
  body: z.object(saying('withdraw')),
  answer: z.object({
    action: Done,
    verification: z.object({ ...check, state: z.enum(['pending', 'not_submitted']) }),
  }),
  refusals: [...REFUSALS, 'already_so'],
})
