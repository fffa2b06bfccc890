import { CHECK_BY_HOURS_AFTER, CHECK_BY_MINUTES_AHEAD } from '#contract/safety-rules.ts'

const MINUTE_MS = 60_000
const STEP_MS = 30 * MINUTE_MS

/**
 * The moments by which a professional can check in, each half hour: from the start of the visit, or from now. `usual` is
 * half an hour after the end. rule: safety-screen
 */
export function checkByChoices(
  { starts_at, ends_at }: { starts_at: string; ends_at: string },
  now: Date,
): { choices: string[]; usual: string | undefined } {
  // A minute more than the limit, because the form stays open for a while.
  const soonest = +now + (CHECK_BY_MINUTES_AHEAD + 1) * MINUTE_MS
  const first = Math.ceil(Math.max(soonest, Date.parse(starts_at)) / STEP_MS) * STEP_MS
  const last = Date.parse(ends_at) + CHECK_BY_HOURS_AFTER * 60 * MINUTE_MS
  const choices: string[] = []
  for (let at = first; at <= last; at += STEP_MS) choices.push(new Date(at).toISOString())
  const usual = choices.find((at) => Date.parse(at) >= Date.parse(ends_at) + STEP_MS)
  return { choices, usual: usual ?? choices[0] }
}
