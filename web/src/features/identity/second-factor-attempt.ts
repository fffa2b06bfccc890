import type { SecondFactorAttempt } from '#contract/factors.ts'
import { Refusal } from '#web/api/client.ts'

/** The attempt that a refused login answers, if a second factor is missing. */
export function attemptIn(error: unknown): SecondFactorAttempt | undefined {
  if (!(error instanceof Refusal) || error.code !== 'second_factor_required') return undefined
  return (error.about as { second_factor?: SecondFactorAttempt }).second_factor
}
