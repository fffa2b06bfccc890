// rule: confirm-action
import { expect, test } from 'vitest'
import { confirmActionOf } from './use-instant.ts'
import type { ConfirmAction } from './use-instant.ts'

const DATE = '2026-12-07'
const slot = { time: '09:00', starts_at: '2026-12-07T15:00:00Z' }
const free = { date: DATE, state: 'open' as const, slots: [slot] }
const full = { ...free, state: 'off' as const, slots: [] }
const paused = '2026-12-08'
const inside = { only_inside_hours: true as const }

test.each<[ConfirmAction, object, { time?: string; frequency?: 'weekly' }, string?]>([
  ['at_once', {}, {}],
  ['verify_email', { instant: 'verify_email' }, {}],
  ['request', { instant: 'no' }, {}],
  ['request', {}, { frequency: 'weekly' }],
  ['outside', {}, { time: '10:00' }],
  ['only_inside', inside, { time: '10:00' }],
  ['outside', {}, { time: '10:00' }, paused],
  ['paused', { days: [full] }, { time: '10:00' }, paused],
  ['outside', { days: [full] }, { time: '10:00' }, DATE],
  ['at_once', {}, {}, paused],
])('%s: with %j, for %j, new clients from %s', (action, slots, wanted, pausedUntil) => {
  const answer = { days: [free], instant: 'yes' as const, ...slots }
  const visit = { date: DATE, time: '09:00', frequency: 'one_time' as const, ...wanted }
  expect(confirmActionOf(answer, visit, pausedUntil)).toBe(action)
})
