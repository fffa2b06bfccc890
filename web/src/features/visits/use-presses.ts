import { useSyncExternalStore } from 'react'
import { STAGES } from '#contract/visit-rules.ts'
import type { Stage } from '#contract/visit-rules.ts'
import { isTooEarly, isTooLate, stagesAfter } from '#contract/visit-times.ts'
import type { Visit } from '#contract/visits.ts'
import { pressQueue } from './press-queue.ts'
import type { Press } from './press-queue.ts'

const NONE: readonly Press[] = []

/** The presses of a visit that wait in this browser, oldest first. */
export function usePresses(bookingId: string): readonly Press[] {
  const all = useSyncExternalStore(pressQueue.subscribe, pressQueue.current, () => NONE)
  return all.filter(({ booking }) => booking === bookingId)
}

/** The latest stage, also one that waits. */
export function latestStage({ stage }: Visit, presses: readonly Press[]): Stage | null {
  return presses.at(-1)?.stage ?? stage
}

/**
 * The stages that the professional can press now. Not from `may` alone, which is old offline and does not know what
 * waits.
 * rule: press-queue
 */
export function nextStages(visit: Visit, presses: readonly Press[], now: Date): Stage[] {
  if (visit.status !== 'accepted') return []
  // The clock of a phone can be wrong: what the server has allowed stays allowed.
  const isTime =
    visit.may.some((move) => STAGES.some((stage) => stage === move)) ||
    !(isTooEarly(new Date(visit.starts_at), now) || isTooLate(new Date(visit.ends_at), now))
  return isTime ? stagesAfter(latestStage(visit, presses)) : []
}
