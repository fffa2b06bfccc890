import type { Challenge } from '#contract/challenge.ts'
import { REFUSALS } from '#contract/refusals.ts'
import type { FieldProblem, RefusalBody, RefusalCode, RefusalParams } from '#contract/refusals.ts'
import type { Db } from '#server/db/db.ts'

type Details = {
  params?: RefusalParams
  fieldProblems?: FieldProblem[]
  /** Further fields of the body, such as the object that is in the way. */
  answerFields?: Record<string, unknown>
}

/** rule: challenge */
export type Helped = boolean | ((db: Db) => Promise<boolean>)

/** An expected negative answer. The error handler (errors.ts) sends its status and body. rule: error-shape */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly #details: Details
  /** When a retry may succeed, for the Retry-After header. */
  retryAfterSeconds?: number
  /** Whether a solved challenge would be accepted instead of waiting; asked only if the call offers one. */
  isHelpedBySolution: Helped = true
  /** A challenge whose solution is accepted instead of waiting. rule: challenge */
  challenge?: Challenge

  constructor(code: RefusalCode, details: Details = {}) {
    super(code)
    this.code = code
    this.#details = details
  }

  get status(): number {
    return REFUSALS[this.code].status
  }

  get body(): RefusalBody {
    const { params, fieldProblems, answerFields } = this.#details
    const detail = fieldProblems ?? refusalDetail(this.code, params)
    const { code, challenge } = this
    return {
      detail,
      code,
      ...(params ? { params } : {}),
      ...answerFields,
      ...(challenge ? { challenge } : {}),
    }
  }
}

/**
 * Throws a refusal. `params` fill the braces of its sentence; `fieldProblems` replace it, where the call lists them.
 */
export function refuse(code: RefusalCode, details?: Details): never {
  throw new Refusal(code, details)
}

/**
 * The answer, or the refusal that was thrown: for a transaction that commits what its checks counted
 * (`runInTransaction`). The checks must have written nothing else.
 */
export async function orRefusal<Answer>(check: () => Promise<Answer>): Promise<Answer | Refusal> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/**
 * Throws a refusal of a limit. Its Retry-After has the seconds until the next try is allowed, in whole seconds, at
 * least one. `isHelpedBySolution`: whether a solved challenge changes that. rule: rate-limits, challenge
 */
export function refuseForSeconds(
  code: RefusalCode,
  seconds: number,
  { isHelpedBySolution = true }: { isHelpedBySolution?: Helped } = {},
): never {
  const refusal = new Refusal(code)
  refusal.isHelpedBySolution = isHelpedBySolution
  refusal.retryAfterSeconds = Math.max(1, Math.ceil(seconds))
  throw refusal
}

/**
 * The English sentence of a refusal, with its values where they are known. A field reads 'image index', not
 * 'image_index'.
 */
export function refusalDetail(code: RefusalCode, params?: RefusalParams): string {
  const { detail, detailWith } = REFUSALS[code]
  if (!params || !detailWith) return detail
  return detailWith.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'field' ? (params[name] ?? '').replaceAll('_', ' ') : (params[name] ?? ''),
  )
}
