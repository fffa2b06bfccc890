import { usualMinutes } from '#contract/bookings/hour-rules.ts'
import { PRESS_MINUTES_AHEAD_MAX } from '#contract/visits/visit-rules.ts'
import type { Stage } from '#contract/visits/visit-rules.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { pressTimes } from '#web/features/bookings/one/press-age.ts'
import type { StagePress } from '../day/press-queue.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * How long the work has taken: since started, else arrived, also where the press still waits, else since the start of
 * the visit. A press that waits is as old as the browser counts. A time of the server is compared with the clock of the
 * phone: undefined if they are so far apart that the clock must be wrong. rule: settle-hours
 */
export function workedMinutes(
  { stages, starts_at }: Pick<Visit, 'stages' | 'starts_at'>,
  presses: readonly StagePress[],
  now: Date,
): number | undefined {
  const find = (stage: Stage) => {
    const isIt = (one: { stage: Stage }) => one.stage === stage
    return stages.find(isIt) ?? presses.find((press) => isIt(press) && !press.refused)
  }
  const begun = find('started') ?? find('arrived')
  if (begun && 'key' in begun) {
    const { pressed_at, sent_at } = pressTimes(begun)
    return usualMinutes(new Date(pressed_at), new Date(sent_at))
  }
  const start = new Date(begun?.at ?? starts_at)
  const isPossible = +now >= +start - PRESS_MINUTES_AHEAD_MAX * MINUTE_MS && +now <= +start + DAY_MS
  return isPossible ? usualMinutes(start, now) : undefined
}
