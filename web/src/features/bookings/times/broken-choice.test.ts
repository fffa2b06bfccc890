// rule: slot-picker
import { expect, test } from 'vitest'
import { brokenChoice } from './broken-choice.ts'
import type { SlotsDay } from './slots.api.ts'

const day = (date: string, ...times: string[]): SlotsDay => ({
  date,
  state: times.length > 0 ? 'open' : 'full',
  slots: times.map((time) => ({ time, starts_at: `${date}T${time}:00Z` })),
})
const next = { date: '2026-12-20', time: '09:00', starts_at: '2026-12-20T09:00:00Z' }
const nearestOf = (days: SlotsDay[], time: string, next_slot: typeof next | null = null) =>
  brokenChoice({ days, next_slot }, { date: '2026-12-02', time })

test('a time that is free, and one whose day is not known, are not broken', () => {
  expect(nearestOf([day('2026-12-02', '09:00')], '09:00')).toBeUndefined()
  expect(nearestOf([day('2026-12-03', '09:00')], '09:00')).toBeUndefined()
  expect(nearestOf([day('2026-12-02')], '')).toBeUndefined()
})

test.each([
  ['the nearest time of that day', ['08:00', '13:00'], ['14:30'], '14:30', '2026-12-02 13:00'],
  ['the earlier one of two that are as near', ['13:00', '16:00'], [], '14:30', '2026-12-02 13:00'],
  [
    'a far time of that day before a near one of the next',
    ['08:00'],
    ['06:00'],
    '23:30',
    '2026-12-02 08:00',
  ],
  [
    'the nearest time of another day where that day has none',
    [],
    ['08:00', '12:00'],
    '14:30',
    '2026-12-03 08:00',
  ],
])('%s is offered', (_, sameDay, otherDay, time, offered) => {
  const days = [day('2026-12-02', ...sameDay), day('2026-12-03', ...otherDay)]
  const nearest = nearestOf(days, time)?.nearest
  expect(`${nearest?.date} ${nearest?.time}`).toBe(offered)
})

test('without a free time in these days the next one is offered, or none', () => {
  expect(nearestOf([day('2026-12-02')], '09:00', next)).toEqual({
    nearest: { date: next.date, time: next.time },
  })
  expect(nearestOf([day('2026-12-02')], '09:00')).toEqual({ nearest: undefined })
})
