import type { Db, Tx } from '#server/db/db.ts'
import { rolledBack } from '#server/db/rolled-back.ts'
import type { Context } from '#server/context.ts'
import { scope, within } from '#server/scope.ts'

/** A request with a solved challenge may use so many times a limit. rule: challenge */
export const SCALE_OF_SOLVED = 3

/** Runs a request whose challenge is solved. */
export function asSolved<Answer>(handle: () => Promise<Answer>): Promise<Answer> {
  return within({ isSolved: true }, handle)
}

/**
 * For the refusal of a limit that a transaction counts: whether a request with a solved challenge would not wait.
 * `wait` asks for its seconds in a transaction that is rolled back, because asking can count. rule: challenge
 */
export function helpOfSolution(wait: (tx: Tx) => Promise<number | null>) {
  return async (db: Db): Promise<boolean> => !(await asSolved(() => rolledBack(db, wait)))
}

/** Whether the request that runs brought a solved challenge. */
export function isSolved(): boolean {
  return scope().isSolved ?? false
}

/** The factor of every limit that this request counts for. rule: rate-limits, challenge */
export function limitScale({ rateLimitScale }: Pick<Context['config'], 'rateLimitScale'>): number {
  return isSolved() ? rateLimitScale * SCALE_OF_SOLVED : rateLimitScale
}
