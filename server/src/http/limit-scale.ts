import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '#server/context.ts'

/** A request with a solved challenge may use so many times a limit. rule: challenge */
export const SCALE_OF_SOLVED = 3

const solved = new AsyncLocalStorage<true>()

/** Runs a request whose challenge is solved. */
export function asSolved<Answer>(handle: () => Promise<Answer>): Promise<Answer> {
  return solved.run(true, handle)
}

/** Whether the request that runs brought a solved challenge. */
export function isSolved(): boolean {
  return solved.getStore() ?? false
}

/** The factor of every limit that this request counts for. rule: rate-limits, challenge */
export function limitScale({ rateLimitScale }: Pick<Context['config'], 'rateLimitScale'>): number {
  return isSolved() ? rateLimitScale * SCALE_OF_SOLVED : rateLimitScale
}
