// rule: letter-texts
import { describe, expect, test } from 'vitest'
import {
  formatDate,
  formatDuration,
  formatLongDate,
  formatMonth,
  formatRelative,
  formatShortDate,
} from './date-formats.ts'
import { formats } from './formats.ts'

const VISIT = '2026-12-01T15:00:00Z'
const AUSTIN = 'America/Chicago'

describe('money and times in the format of each language', () => {
  test('money is complete, to the cent', () => {
    expect(formats('en').money(65)).toBe('$65.00')
    expect(formats('en').money(1234.5)).toBe('$1,234.50')
    expect(formats('pt').money(65)).toBe('US$\u00A065,00')
    expect(formats('es').money(65)).toBe('$65.00')
  })

  test('a visit is shown in the time of its home', () => {
    expect(formats('en').visit(VISIT, AUSTIN)).toBe('Tue, Dec 1, 9:00 AM')
    expect(formats('en').visit(VISIT, 'America/Los_Angeles')).toBe('Tue, Dec 1, 7:00 AM')
    expect(formats('pt').visit(VISIT, AUSTIN)).toContain('9:00')
    expect(formats('es').visit(VISIT, AUSTIN)).toContain('9:00')
  })

  test('a date that is missing is refused, never shown as another day', () => {
    const { date, day, time, visit } = formats('en')
    for (const missing of ['', 'T:00Z', 'T09:00:00Z', '2026-12-01T:00Z']) {
      for (const format of [date, time, visit])
        expect(() => format(missing, AUSTIN)).toThrow(RangeError)
      expect(() => formatLongDate('en', missing, AUSTIN)).toThrow(RangeError)
      expect(() => formatRelative('en', missing)).toThrow(RangeError)
    }
    for (const format of [formatDate, formatShortDate, formatMonth])
      expect(() => format('en', '')).toThrow(RangeError)
    expect(() => day('')).toThrow(RangeError)
  })

  test('how long something takes, rounded up so that a promise holds', () => {
    expect(formatDuration('en', 0)).toBe('1 minute')
    expect(formatDuration('en', 60)).toBe('60 minutes')
    expect(formatDuration('en', 121)).toBe('3 hours')
    expect(formatDuration('pt', 61)).toBe('2 horas')
    expect(formatDuration('es', 3 * 1440)).toBe('3 días')
  })

  test('how long ago and how soon', () => {
    const now = new Date(VISIT)
    expect(formatRelative('en', '2026-12-01T12:59:00Z', now)).toBe('2 hours ago')
    expect(formatRelative('en', '2026-12-04T15:00:00Z', now)).toBe('in 3 days')
    expect(formatRelative('pt', '2026-12-01T15:05:00Z', now)).toBe('em 5 minutos')
    expect(formatRelative('en', VISIT, now)).toBe('now')
  })
})
