import type { z } from 'zod'
import type { RefusalCode } from './refusals.ts'

/** Who may call: anyone, a session of either role, or of one role (another role is refused with `roleRefusal`). */
export type Caller =
  | { role: 'anyone' }
  | { role: 'user' }
  | { role: 'client' | 'professional'; roleRefusal: RefusalCode }

/** Where a call carries the id that has to be the caller's own (decision 6); compared with the session, never believed. */
export type SelfField =
  | { in: 'params'; field: string }
  | { in: 'query'; field: string }
  | { in: 'body'; field: string }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call as a value. Validation, answer filtering, the web's typed calls and the OpenAPI document all come from it.
 * Paths are written as in the specification ('/api/bookings/{id}/status').
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
  /** The room it belongs to, as in the folders' names. */
  feature: string
  caller: Caller
  /** The id in the call that must be the caller's own, else 403 without a look-up. */
  self?: SelfField
  params?: Params
  query?: Query
  body?: Body
  /** Instead of a body: a form with files, of which each name comes once or many times. */
  multipart?: { fields: z.ZodObject; files: Record<string, 'one' | 'many'> }
  answer: Answer
  /** 'application/json' unless said otherwise. */
  answerType?:
    | 'text/calendar'
    | 'text/plain'
    | 'application/xml'
    | 'text/javascript'
    | 'text/csv'
    | 'image/webp'
    | 'image/jpeg'
  /** Invalid input answers a list of complaints instead of one sentence (decision 8). */
  listsComplaints?: true
  /** Carries the caller's current password in the header CURRENT_PASSWORD_HEADER, percent-encoded: addresses are logged, and a GET has no body. */
  confirmed?: true
  /** Honours an Idempotency-Key header (decision 40). */
  idempotent?: true
  /** Takes urlencoded form bodies beside JSON. */
  takesForms?: true
  refusals: readonly RefusalCode[]
}

/** Declares one call, keeping its literal types. */
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
