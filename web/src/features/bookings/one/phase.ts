import type { BookingStatus } from '#contract/bookings/booking-status.ts'
import type { Outcome, Stage } from '#contract/visits/visit-rules.ts'

/** How far a visit is, in the one word that a list and the heading of its page show. */
export type Phase =
  | 'requested'
  | 'confirmed'
  | 'on_the_way'
  | 'arrived'
  | 'cleaning'
  | 'finished'
  | 'paid'
  | 'declined'
  | 'cancelled'
  | 'no_show'

type PhaseOf = {
  status: BookingStatus
  outcome?: Outcome | null | undefined
  /** The latest stage. Visits that an earlier version stored for offline reading have none. */
  stage?: Stage | null | undefined
  /** Whether the reader recorded how it was paid. Lists do not know it. */
  paid?: boolean | undefined
}

const OF_STAGE: Record<Stage, Phase> = {
  on_my_way: 'on_the_way',
  arrived: 'arrived',
  started: 'cleaning',
  finished: 'finished',
}

/** rule: visit-view */
export function phaseOf({ status, outcome, stage, paid }: PhaseOf): Phase {
  if (outcome === 'no_show_client' || outcome === 'no_show_professional') return 'no_show'
  if (status === 'pending') return 'requested'
  if (status === 'declined' || status === 'cancelled') return status
  if (paid) return 'paid'
  if (status === 'completed') return 'finished'
  return stage ? OF_STAGE[stage] : 'confirmed'
}
