import type { Outcome } from '#contract/visit-rules.ts'

/** What became of a visit. Null until it is completed, and while a no-show is undecided. rule: visit-outcome */
export function outcomeOf({
  status,
  no_show,
}: {
  status: string
  no_show: string | null
}): Outcome | null {
  if (status !== 'completed' || no_show === 'undecided') return null
  return no_show === null ? 'kept' : (`no_show_${no_show}` as Outcome)
}
