// rule: no-show, problems
import { expect, test } from 'vitest'
import { afterVisitRefusal, contactFrom, noShowRefusal } from './reporting.ts'
import type { ReportState } from './reporting.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const STARTS_AT = new Date('2026-12-01T15:00:00Z')
const ENDS_AT = new Date('2026-12-01T17:00:00Z')
const later = (at: Date, ms: number) => new Date(+at + ms)
const STATE: ReportState = {
  status: 'accepted',
  is_over: false,
  starts_at: STARTS_AT,
  ends_at: ENDS_AT,
  arrived_at: null,
  finished_at: null,
  completed_at: null,
  tried: true,
  all_good_at: null,
  undecided: [],
  no_show: null,
}
const ARRIVED = { ...STATE, arrived_at: later(STARTS_AT, 20 * MINUTE_MS) }

test.each([
  ['half an hour after the start', STATE, 'client', later(STARTS_AT, 30 * MINUTE_MS)],
  ['half an hour after the arrival', ARRIVED, 'professional', later(STARTS_AT, 50 * MINUTE_MS)],
] as const)('a no-show can be reported from %s, to the millisecond', (_, state, side, from) => {
  expect([-1, 0].map((ms) => noShowRefusal(state, side, later(from, ms)))).toEqual([
    'report_too_early',
    null,
  ])
})

test('a no-show can be reported until 24 hours after the visit, and an attempt counts from an hour before it', () => {
  const until = later(ENDS_AT, 24 * HOUR_MS)
  expect([0, 1].map((ms) => noShowRefusal(STATE, 'client', later(until, ms)))).toEqual([
    null,
    'report_too_late',
  ])
  expect(contactFrom(STATE)).toEqual(later(STARTS_AT, -HOUR_MS))
})

test.each(['finished_at', 'completed_at'] as const)(
  'a problem can be reported for 72 hours from %s, to the millisecond',
  (over) => {
    const state = { ...STATE, [over]: ENDS_AT }
    const until = later(ENDS_AT, 72 * HOUR_MS)
    expect([0, 1].map((ms) => afterVisitRefusal(state, later(until, ms)))).toEqual([
      null,
      'report_too_late',
    ])
  },
)
