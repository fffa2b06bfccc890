// rule: slot-picker
import { expect, test } from 'vitest'
import { whyNone } from './none-free.tsx'
import type { SlotsDay } from './slots.api.ts'

const daysOf = (...states: SlotsDay['state'][]) => ({
  days: states.map((state) => ({ date: '2026-12-01', state, slots: [] })),
})

test('two weeks without a free time are full, too short or too soon, in this order', () => {
  expect(whyNone(daysOf('off', 'soon', 'short', 'full'))).toBe('full')
  expect(whyNone(daysOf('off', 'soon', 'short'))).toBe('short')
  expect(whyNone(daysOf('soon', 'off'))).toBe('soon')
  expect(whyNone(daysOf('off', 'not_stated'))).toBeUndefined()
})
