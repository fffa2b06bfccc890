import { PRESS_HOURS_MAX, PRESS_MINUTES_AHEAD_MAX } from '#contract/visits/visit-rules.ts'
import { refuse } from '#server/http/calls/refusal.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/**
 * When a button was pressed: as long before its receipt as the phone says, whatever its clock shows. Refuses
 * stage_time_invalid. rule: visit-stages
 */
export function pressTime(
  { pressed_at, sent_at }: { pressed_at?: string | undefined; sent_at?: string | undefined },
  receivedAt: Date,
): Date {
  if (pressed_at === undefined) return receivedAt
  const pressed = Date.parse(pressed_at)
  const at = sent_at === undefined ? pressed : +receivedAt - (Date.parse(sent_at) - pressed)
  const age = +receivedAt - at
  if (age > PRESS_HOURS_MAX * HOUR_MS || age < -PRESS_MINUTES_AHEAD_MAX * MINUTE_MS) {
    refuse('stage_time_invalid')
  }
  return new Date(Math.min(at, +receivedAt))
}
