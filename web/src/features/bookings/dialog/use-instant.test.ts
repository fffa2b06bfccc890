// rule: booking-dialog
import { expect, test } from 'vitest'
import { confirmActionOf } from './use-instant.ts'
import type { ConfirmAction } from './use-instant.ts'

const DATE = '2026-12-07'
const slot = { time: '09:00', starts_at: '2026-12-07T15:00:00Z' }
const free = { date: DATE, state: 'open' as const, slots: [slot] }
const full = { ...free, state: 'off' as const, slots: [] }
const inside = { only_inside_hours: true as const }
const paused = { paused_until: '2026-12-08' }
const unstated = { stated: false, instant: 'no', days: [{ ...full, state: 'not_stated' as const }] }
const until: ConfirmAction = { pausedUntil: '2026-12-08' }

test.each<[ConfirmAction, object, { time?: string; frequency?: 'weekly' }]>([
  ['at_once', {}, {}],
  ['verify_email', { instant: 'verify_email' }, {}],
  ['request', { instant: 'no' }, {}],
  ['request', {}, { frequency: 'weekly' }],
  ['outside', {}, { time: '10:00' }],
  ['only_inside', inside, { time: '10:00' }],
  ['outside', paused, { time: '10:00' }],
  [until, { ...paused, days: [full] }, { time: '10:00' }],
  [until, { ...paused, ...inside, days: [full] }, { time: '10:00' }],
  ['outside', { paused_until: DATE, days: [full] }, { time: '10:00' }],
  ['outside', { days: [full] }, { time: '10:00' }],
  ['at_once', paused, {}],
  ['request', unstated, {}],
  [until, { ...unstated, ...paused, days: [full] }, {}],
])('%j: with %j, for %j', (action, slots, wanted) => {
  const answer = { days: [free], stated: true, instant: 'yes' as const, ...slots }
  const visit = { date: DATE, time: '09:00', frequency: 'one_time' as const, ...wanted }
  expect(confirmActionOf(answer, visit)).toEqual(action)
})
