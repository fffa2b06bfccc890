import type { z } from 'zod'
import type { RefusalCode } from './refusals.ts'

/** Who may call: anyone, any signed-in user, or one role. Another role is refused with `roleRefusal`. */
export type Caller =
  | { role: 'anyone' }
  | { role: 'user' }
  | { role: 'client' | 'professional'; roleRefusal: RefusalCode }

/** Where a call carries a user id that must be the caller's own. rule: own-ids-only */
export type SelfField =
  | { in: 'params'; field: string }
  | { in: 'query'; field: string }
  | { in: 'body'; field: string }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call as a value. Validation, answer filtering, the web's typed calls and the OpenAPI document all come from it.
 * Paths have their parameters in braces: '/api/bookings/{id}/status'.
 */
export type Endpoint<
  M extends Method = Method,
  P extends string = string,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> = {
  method: M
  path: P
  summary: string
  /** The feature, named like its folder. */
  feature: string
  caller: Caller
  /** The id that must be the caller's own; otherwise 403 without a look-up. */
  self?: SelfField
  params?: Params
  query?: Query
  body?: Body
  /** Instead of a body: a form with files. Each file name may occur once or many times. */
  multipart?: { fields: z.ZodObject; files: Record<string, 'one' | 'many'> }
  answer: Answer
  /** Default: 'application/json'. */
  answerType?:
    | 'text/calendar'
    | 'text/plain'
    | 'application/xml'
    | 'text/javascript'
    | 'text/csv'
    | 'image/webp'
    | 'image/jpeg'
  /** Invalid input answers a list of failures instead of one sentence. rule: first-failure */
  listsComplaints?: true
  /**
   * Needs the current password, percent-encoded, in the header CURRENT_PASSWORD_HEADER. Addresses are logged, and a GET
   * has no body.
   */
  confirmed?: true
  /** Honours the header Idempotency-Key. rule: idempotency-key */
  idempotent?: true
  /** Accepts urlencoded forms as well as JSON. */
  takesForms?: true
  refusals: readonly RefusalCode[]
}

/** Declares one call and keeps its literal types. */
export function endpoint<
  const M extends Method,
  const P extends string,
  Answer extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(value: Endpoint<M, P, Params, Query, Body, Answer>): Endpoint<M, P, Params, Query, Body, Answer> {
  return value
}
