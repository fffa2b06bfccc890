import { CHECK_BY_HOURS_AFTER, CHECK_BY_MINUTES_AHEAD } from '#contract/visits/safety-rules.ts'
import { STAGE_HOURS_BEFORE } from '#contract/visits/visit-rules.ts'

const MINUTE_MS = 60_000
const STEP_MS = 30 * MINUTE_MS
/** When the visit is near, these times ahead of now can be chosen too, rounded up to 5 minutes. */
const NEAR_MINUTES = [CHECK_BY_MINUTES_AHEAD + 1, 30, 60]
const NEAR_STEP_MS = 5 * MINUTE_MS

const roundUp = (at: number, step: number) => Math.ceil(at / step) * step

/**
 * The times by which a professional can check in: each half hour from the start of the visit, or from now. When the
 * visit is near or running, also in about 15, 30 and 60 minutes. `chosen` stays among them as long as it is allowed.
 * `usual` is half an hour after the end, or else the first of the choices. rule: safety-timer
 */
export function checkByChoices(
  { starts_at, ends_at }: { starts_at: string; ends_at: string },
  now: Date,
  chosen?: string,
): { choices: string[]; usual: string | undefined } {
  // A minute more than the limit, because the form stays open for a while.
  const soonest = +now + (CHECK_BY_MINUTES_AHEAD + 1) * MINUTE_MS
  const last = Date.parse(ends_at) + CHECK_BY_HOURS_AFTER * 60 * MINUTE_MS
  const halfHours: number[] = []
  const first = roundUp(Math.max(soonest, Date.parse(starts_at)), STEP_MS)
  for (let at = first; at <= last; at += STEP_MS) halfHours.push(at)
  const isNear = +now >= Date.parse(starts_at) - STAGE_HOURS_BEFORE * 60 * MINUTE_MS
  const near = NEAR_MINUTES.map((minutes) => roundUp(+now + minutes * MINUTE_MS, NEAR_STEP_MS))
  const kept = chosen !== undefined && Date.parse(chosen) >= soonest ? [Date.parse(chosen)] : []
  const choices = [...new Set([...halfHours, ...(isNear ? near : []), ...kept])]
    .filter((at) => at <= last)
    .toSorted((one, other) => one - other)
  // A visit that ends off the half hours can have a nearer choice alone in the end.
  const usual =
    halfHours.find((at) => at >= Date.parse(ends_at) + STEP_MS) ?? halfHours[0] ?? choices[0]
  return {
    choices: choices.map(iso),
    usual: usual === undefined ? undefined : iso(usual),
  }
}

const iso = (at: number) => new Date(at).toISOString()
