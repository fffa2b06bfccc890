import { PRESS_HOURS_MAX } from '#contract/visits/visit-rules.ts'

const HOUR_MS = 3_600_000

/** When something was pressed. `at`: by the clock of the phone, ISO 8601. `run`, `tick`: as the page counts time. */
export type Pressed = { at: string; run?: number; tick?: number }

/** The moment as the phone and the page count it. `run` tells one loaded page from the next. */
type Moment = { clock: number; run: number; tick: number }

const moment = (): Moment => ({
  clock: Date.now(),
  run: performance.timeOrigin,
  tick: performance.now(),
})

export function pressedNow({ clock, run, tick }: Moment = moment()): Pressed {
  return { at: new Date(clock).toISOString(), run, tick }
}

/**
 * The times of a press for the server, which reads only how far apart they are. Somebody may have corrected the clock
 * since the press; the page counts on without it, but some phones stop its count while they sleep. So the longer of
 * both holds, as long as the server can accept it. Another page has the clock alone: an age that it cannot accept is
 * sent too, so that it says why. A press from the future counts as now. rule: visit-stages
 */
export function pressTimes(
  { at, run, tick }: Pressed,
  now: Moment = moment(),
): { pressed_at: string; sent_at: string } {
  const byClock = now.clock - Date.parse(at)
  const byPage = run === now.run && tick !== undefined ? now.tick - tick : undefined
  const isCorrected = byPage !== undefined && byClock >= PRESS_HOURS_MAX * HOUR_MS
  const age = Math.max(0, isCorrected ? 0 : byClock, byPage ?? 0)
  return { pressed_at: at, sent_at: new Date(Date.parse(at) + age).toISOString() }
}
