import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './values.ts'

/** The path below which all calls of operators are. rule: operator-networks */
export const OPERATOR_API_PATH = '/api/operator'

/** Calls of operators. Without an operator's session they are 401 before the body is read. rule: operator-sessions */
const byOperator = { feature: 'operators', caller: { role: 'operator' } } as const

const OperatorName = z.object({ id: Id, email: z.string(), name: z.string() })

/** rule: operator-sessions */
export const operatorMe = endpoint({
  method: 'GET',
  path: '/api/operator/me',
  summary: 'Who is signed in, and until when',
  ...byOperator,
  answer: z.object({
    operator: OperatorName,
    expires_at: Instant,
    /** Until when this session is confirmed; null if it is not. rule: operator-confirmation */
    confirmed_until: Instant.nullable(),
  }),
  refusals: ['not_signed_in'],
})

/** rule: operator-sessions */
export const operatorLogout = endpoint({
  method: 'POST',
  path: '/api/operator/logout',
  summary: 'Sign the operator out',
  ...byOperator,
  answer: z.object({ message: z.string() }),
  refusals: ['not_signed_in'],
})
