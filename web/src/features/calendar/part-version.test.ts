// rule: edit-conflict
import { expect, test } from 'vitest'
import type { TimeDocument } from '#contract/calendar/time.ts'
import { versionToSave } from './part-version.ts'

const times = (version: number, change: Partial<TimeDocument> = {}) =>
  ({ version, plan: null, paused_until: null, ...change }) as TimeDocument
const plan = [{ weekday: 7, from: '09:00', to: '12:00' }]

test('changed fields are saved against the newest version in which they are as they were', () => {
  const filledFrom = times(1)
  const byOther = times(4, { plan })
  expect(versionToSave(['paused_until'], filledFrom, byOther)).toBe(4)
  expect(versionToSave(['plan'], filledFrom, byOther)).toBe(1)
  expect(versionToSave(['paused_until', 'plan'], filledFrom, byOther)).toBe(1)
  expect(versionToSave(['plan'], byOther, times(5, { plan: [{ ...plan[0]! }] }))).toBe(5)
  expect(versionToSave(['paused_until'], byOther, filledFrom)).toBe(4)
})
