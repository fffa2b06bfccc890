import type { z } from 'zod'
import type { RefusalCode } from './refusals.ts'

/**
 * The callers who may send the request: anyone, any signed-in user, or one role. Another role is refused with
 * `roleRefusal`. An operator is no user: their session counts on calls of operators alone, and no other session does
 * there. rule: operator-sessions
 */
export type Caller =
  | { role: 'anyone' }
  | { role: 'operator' }
  | { role: 'user' }
  | { role: 'client' | 'professional'; roleRefusal: RefusalCode }

/** The part of a request that carries a user id, which must be the caller's own. rule: own-ids-only */
export type SelfField =
  | { in: 'params'; field: string }
  | { in: 'query'; field: string }
  | { in: 'body'; field: string }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The definition of one API endpoint, also named a call in this repository. The server's validation and answer
 * filtering, the web's typed client and the OpenAPI document all use it. Paths have their parameters in braces:
 * '/api/bookings/{id}/status'.
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
  caller: Caller
  /** The id that must be the caller's own. Another id is refused with 403, before any database query. */
  self?: SelfField
  params?: Params
  query?: Query
  body?: Body
  /** Instead of `body`: a multipart form. `files` names the file fields; each takes one file or many. */
  multipart?: {
    fields: z.ZodObject
    files: Record<string, 'one' | 'many'>
    /** How large a file may be. Default: IMAGE_BYTES_MAX. */
    fileBytesMax?: number
    /** The file is a calendar and no picture. */
    takesCalendar?: true
  }
  answer: Answer
  /** The Content-Type of the answer. Default: 'application/json'. */
  answerType?:
    | 'text/calendar'
    | 'text/plain'
    | 'application/xml'
    | 'text/javascript'
    | 'text/csv'
    | 'application/x-ndjson'
    | 'image/webp'
    | 'image/jpeg'
  /**
   * For invalid input, `detail` of the refusal lists every failure. Otherwise it is one sentence. rule: error-shape
   */
  listsAllFailures?: true
  /**
   * Lets the owner of a suspended account send this call: 'allowed' always, 'visits' while their accepted visits go on.
   * All other calls of users are refused. rule: suspension
   */
  whileSuspended?: 'allowed' | 'visits'
  /** An operator who sees what a person sees reads it too. rule: seeing-as-a-person */
  whileViewed?: true
  /**
   * Requires the current password, percent-encoded, in the header CURRENT_PASSWORD_HEADER. A header, because URLs are
   * written to the log and a GET has no body.
   */
  needsPassword?: true
  /** Refused 'confirm_first' unless the session was confirmed in the last ten minutes. rule: confirmation */
  needsConfirmation?: true
  /** Honours the header Idempotency-Key. rule: idempotency-key */
  idempotent?: true
  /** Accepts the body as application/x-www-form-urlencoded as well as JSON. */
  takesForms?: true
  /** A `token` in the body names something, as an id in the path does. Tried ones are counted. rule: rate-limits */
  tokenInBody?: true
  /**
   * Never refused because of ids that were tried: somebody's safety depends on it, or programs read it without a
   * session at a shared address. Its token cannot be guessed.
   * rule: rate-limits
   */
  staysOpen?: true
  /** Limited by user, and by network address without a session: what it counts for. rule: rate-limits */
  networkLimit?: 'search' | 'suggestions' | 'checkout' | 'slots' | 'quotes'
  /** A refusal of its limits brings a challenge; the header CHALLENGE_HEADER its solution. rule: challenge */
  offersChallenge?: true
  /**
   * The refusals of this call that do not follow from its other fields (`refusalsOf`). Those that any call can return,
   * such as 'unexpected', are not listed.
   */
  refusals?: readonly RefusalCode[]
}

/** Declares one endpoint and keeps its literal types. */
export function endpoint<
  const M extends Method,
  const P extends string,
  Answer extends z.ZodType,
  const C extends Caller,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  value: Endpoint<M, P, Params, Query, Body, Answer> & { caller: C },
): Endpoint<M, P, Params, Query, Body, Answer> & { caller: C } {
  return value
}
