// rule: visit-stages
import { expect, test } from 'vitest'
import { isTooEarly, isTooLate, undoUntil } from './visit-times.ts'

const HOUR_MS = 3_600_000
const STARTS_AT = new Date('2026-12-01T15:00:00Z')
const ENDS_AT = new Date('2026-12-01T17:00:00Z')
const later = (at: Date, ms: number) => new Date(+at + ms)

test('a stage counts from three hours before the visit until 72 hours after it, to the millisecond', () => {
  const early = -3 * HOUR_MS
  expect([-1, 0].map((ms) => isTooEarly(STARTS_AT, later(STARTS_AT, early + ms)))).toEqual([
    true,
    false,
  ])
  const late = 72 * HOUR_MS
  expect([0, 1].map((ms) => isTooLate(ENDS_AT, later(ENDS_AT, late + ms)))).toEqual([false, true])
})

test('a stage can be taken back for five minutes', () => {
  expect(undoUntil({ received_at: STARTS_AT })).toEqual(later(STARTS_AT, 5 * 60_000))
})
