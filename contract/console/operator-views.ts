import { z } from 'zod'
import { action, byOperator, Done, ofId, saying } from '../trust/action-parts.ts'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../values.ts'

/** How long an operator sees what a person sees. rule: seeing-as-a-person */
export const VIEW_MINUTES = 15

/** Sets the cookie with which the reads of people answer as this person. rule: seeing-as-a-person */
export const viewPerson = endpoint({
  ...action,
  path: '/api/operator/people/{id}/view',
  summary: 'See what a person sees for 15 minutes, without changing anything',
  params: ofId,
  body: z.object(saying('view')),
  answer: z.object({ action: Done, view: z.object({ person_id: Id, expires_at: Instant }) }),
})

/** Harmless without a view. rule: seeing-as-a-person */
export const endView = endpoint({
  ...byOperator,
  method: 'POST',
  path: '/api/operator/view/end',
  summary: 'See no longer what a person sees',
  answer: z.object({ view: z.null() }),
})
