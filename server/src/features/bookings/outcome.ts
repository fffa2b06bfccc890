import type { Outcome } from '#contract/visit-rules.ts'

/**
 * The outcome of a visit: a no-show as soon as it stands or was decided so, else kept once it is completed. Null
 * before, and while a no-show is undecided. rule: visit-outcome
 */
export function outcomeOf({
  status,
  no_show,
}: {
  status: string
  no_show: string | null
}): Outcome | null {
  if (no_show === 'undecided' || (status !== 'accepted' && status !== 'completed')) return null
  if (no_show !== null) return `no_show_${no_show}` as Outcome
  return status === 'completed' ? 'kept' : null
}
