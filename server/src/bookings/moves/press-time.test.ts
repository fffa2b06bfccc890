// rule: visit-stages
import { expect, test } from 'vitest'
import { pressTime } from './press-time.ts'

const RECEIVED = new Date('2026-12-01T15:00:00Z')
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** The press that a phone with the right clock made so many milliseconds before its receipt. */
const pressed = (ageMs: number) =>
  pressTime({ pressed_at: new Date(+RECEIVED - ageMs).toISOString() }, RECEIVED)

test('a press counts for 72 hours, and not a millisecond longer', () => {
  expect(pressed(72 * HOUR_MS)).toEqual(new Date(+RECEIVED - 72 * HOUR_MS))
  expect(() => pressed(72 * HOUR_MS + 1)).toThrow('stage_time_invalid')
})

test('a press up to five minutes ahead counts as now, a later one is refused', () => {
  expect(pressed(-5 * MINUTE_MS)).toEqual(RECEIVED)
  expect(() => pressed(-5 * MINUTE_MS - 1)).toThrow('stage_time_invalid')
})
