// rule: booking-times
import { afterEach, expect, test, vi } from 'vitest'
import { bookableDays, today } from './today.ts'

afterEach(() => vi.useRealTimers())

test('today is the day in the calendar of this device', () => {
  expect(today(new Date(2026, 0, 5, 23, 30))).toBe('2026-01-05')
})

test('in the evening of a home its day can still be booked on a device that is in the next day', () => {
  vi.useFakeTimers({ now: new Date('2026-11-24T06:30:00Z') })
  expect(bookableDays().min).toBe('2026-11-23')
  vi.setSystemTime(new Date('2026-11-24T11:00:00Z'))
  expect(bookableDays()).toEqual({ min: '2026-11-24', max: '2027-11-24' })
})
