import type { Outcome } from '#contract/visit-rules.ts'

/** What became of a visit. Null until it is completed. rule: visit-outcome */
export function outcomeOf({ status }: { status: string }): Outcome | null {
  return status === 'completed' ? 'kept' : null
}
