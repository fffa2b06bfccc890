// rule: booking-lists
import { expect, test } from 'vitest'
import { dayAfter, monthAfter, weeksOfMonth } from './month.ts'

test('a month is a list of complete weeks from Sunday', () => {
  const weeks = weeksOfMonth('2026-12-15')
  expect(weeks).toHaveLength(5)
  expect(weeks[0]?.[0]).toBe('2026-11-29')
  expect(weeks.at(-1)?.at(-1)).toBe('2027-01-02')
  expect(weeksOfMonth('2026-08-31')).toHaveLength(6)
  expect(weeksOfMonth('2026-02-10')).toEqual([
    expect.arrayContaining(['2026-02-01', '2026-02-07']),
    expect.anything(),
    expect.anything(),
    expect.arrayContaining(['2026-02-22', '2026-02-28']),
  ])
})

test('days and months continue after the end of a year, and to the last day of a shorter month', () => {
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
  expect(dayAfter('2027-03-01', -1)).toBe('2027-02-28')
  expect(monthAfter('2026-12-31', 2)).toBe('2027-02-28')
  expect(monthAfter('2026-01-15', -1)).toBe('2025-12-15')
})
