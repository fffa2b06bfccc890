// rule: series
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SeriesFrequency } from '#contract/calendar/time-rules.ts'
import { US_ZONES } from '#server/test/builders/schedules.ts'
import { nextSeriesDates, seriesDates, visitOn, weekdayOf } from './series-dates.ts'

const TWO_YEARS = { from: '2026-11-20', to: '2028-11-20' }
const DAYS = { weekly: 7, biweekly: 14, monthly: 28 } as const

const termsOf = (frequency: SeriesFrequency, time: string, firstDate = '2026-12-01') => ({
  fromDate: firstDate,
  firstDate,
  frequency,
  time,
  hours: 2,
})

test('for two years in every zone of the United States, the wall time stays, at the first pass, or moves on by the gap', () => {
  const minute = fc.oneof(fc.constantFrom(60, 90, 120, 150), fc.integer({ min: 0, max: 1439 }))
  const day = fc.oneof(fc.constant(6), fc.integer({ min: 1, max: 7 }))
  const agrees = (zone: string, weekday: number, minutes: number) => {
    const time = new Date(minutes * 60_000).toISOString().slice(11, 16)
    const terms = termsOf('weekly', time, `2026-12-0${weekday}`)
    for (const { date } of seriesDates({ terms: [terms], until: null }, TWO_YEARS)) {
      const visit = visitOn({ date, time, hours: 2 }, zone)
      const expected = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone)
      expect(visit.startsAt).toBe(expected.epochMilliseconds)
      expect(`${visit.date}T${visit.time}`).toBe(
        expected.toPlainDateTime().toString({ smallestUnit: 'minute' }),
      )
      expect(visit.endsAt - visit.startsAt).toBe(2 * 3_600_000)
    }
  }
  // Every zone that changes its clocks has a Sunday visit at a time that they skip.
  const examples = US_ZONES.map((zone): [string, number, number] => [zone, 6, 150])
  fc.assert(fc.property(fc.constantFrom<string>(...US_ZONES), day, minute, agrees), {
    numRuns: 200,
    seed: 14,
    examples,
  })
})

test('a skipped time moves on by the gap, and of an hour that comes twice the first counts', () => {
  const at = (date: string, time: string) => {
    const visit = visitOn({ date, time, hours: 1 }, 'America/New_York')
    return `${visit.time} ${new Date(visit.startsAt).toISOString()}`
  }
  expect(at('2027-03-14', '02:30')).toBe('03:30 2027-03-14T07:30:00.000Z')
  expect(at('2027-11-07', '01:30')).toBe('01:30 2027-11-07T05:30:00.000Z')
  expect(at('2027-03-13', '09:00')).toBe('09:00 2027-03-13T14:00:00.000Z')
  expect(at('2027-03-14', '09:00')).toBe('09:00 2027-03-14T13:00:00.000Z')
})

test.each(['weekly', 'biweekly', 'monthly'] as const)(
  '%s dates are evenly apart on one weekday, and any window has the dates of the whole',
  (frequency) => {
    const series = { terms: [termsOf(frequency, '09:00')], until: null }
    const dates = seriesDates(series, TWO_YEARS).map(({ date }) => date)
    expect(dates[0]).toBe('2026-12-01')
    for (const [index, date] of dates.entries()) {
      expect(weekdayOf(date)).toBe(2)
      const first = Temporal.PlainDate.from('2026-12-01')
      expect(first.until(date, { largestUnit: 'days' }).days).toBe(index * DAYS[frequency])
      const window = { from: date, to: dates[Math.min(index + 3, dates.length - 1)]! }
      expect(seriesDates(series, window).map((one) => one.date)).toEqual(
        dates.slice(index, index + 4),
      )
      const next = nextSeriesDates(series, date, 3).map((one) => one.date)
      expect(next.slice(0, dates.length - index)).toEqual(dates.slice(index, index + 3))
    }
  },
)

test('later terms begin on their date, and nothing comes after the last date', () => {
  const later = { ...termsOf('biweekly', '14:00', '2026-12-17'), fromDate: '2026-12-15' }
  const series = { terms: [termsOf('weekly', '09:00'), later], until: '2027-01-14' }
  const dates = seriesDates(series, TWO_YEARS).map(({ date, terms }) => `${date} ${terms.time}`)
  expect(dates).toEqual([
    '2026-12-01 09:00',
    '2026-12-08 09:00',
    '2026-12-17 14:00',
    '2026-12-31 14:00',
    '2027-01-14 14:00',
  ])
  expect(nextSeriesDates(series, '2026-12-05', 3).map(({ date }) => date)).toEqual([
    '2026-12-08',
    '2026-12-17',
    '2026-12-31',
  ])
  expect(nextSeriesDates(series, '2027-01-15', 3)).toEqual([])
})
