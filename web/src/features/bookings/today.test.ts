// rule: booking-times
import { expect, test } from 'vitest'
import { today } from './today.ts'

test('today is the day in the calendar of this device', () => {
  expect(today(new Date(2026, 0, 5, 23, 30))).toBe('2026-01-05')
})
