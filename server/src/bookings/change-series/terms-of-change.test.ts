// rule: series-changes
import { expect, test } from 'vitest'
import { SERIES_FREQUENCIES } from '#contract/calendar/time-rules.ts'
import { addDays, nextSeriesDates, weekdayOf } from '#server/calendar/free/series-dates.ts'
import type { Terms } from '../series/series.queries.ts'
import { termsFrom } from './terms-of-change.ts'
import type { ChangedFields } from './terms-of-change.ts'

const DAYS = { weekly: 7, biweekly: 14, monthly: 28 } as const
const NOTHING: ChangedFields = {
  weekday: null,
  booking_time: null,
  estimated_hours: null,
  cleaning_frequency: null,
  hourly_rate_cents: null,
}

const weekly = (fromDate: string, firstDate = fromDate, hours = 2): Terms => ({
  fromDate,
  firstDate,
  frequency: 'weekly',
  time: '09:00',
  hours,
  rateCents: 6500,
})

/** All terms after a change of a series. */
function after(terms: Terms[], from_date: string, fields: Partial<ChangedFields>): Terms[] {
  const series = { terms, until: null }
  const [first] = nextSeriesDates(series, from_date, 1)
  const change = { ...NOTHING, ...fields, from_date }
  const before = terms.filter(({ fromDate }) => fromDate < from_date)
  return [...before, ...termsFrom(series, first!.terms, change).terms]
}

const datesOf = (terms: Terms[], from: string, count: number) =>
  nextSeriesDates({ terms, until: null }, from, count).map(({ date }) => date)

test('terms that end before their first date do not take the place of the ones that follow', () => {
  const monday = weekly('2025-12-01')
  const friday = weekly('2026-01-07', '2026-01-09')
  const thursday = weekly('2026-01-08', '2026-01-08', 3)
  const terms = after([monday, friday, thursday], '2026-01-06', { booking_time: '14:00' })
  expect(terms.slice(1)).toEqual([{ ...thursday, fromDate: '2026-01-06', time: '14:00' }])
})

test('another frequency keeps its interval under terms that were agreed on for a later date', () => {
  const terms = [weekly('2027-01-04'), weekly('2027-02-22', '2027-02-22', 3)]
  const changed = after(terms, '2027-02-01', { cleaning_frequency: 'biweekly' })
  const expected = ['2027-02-01', '2027-02-15', '2027-03-01', '2027-03-15']
  expect(datesOf(changed, '2027-02-01', 4)).toEqual(expected)
  expect(changed.at(-1)).toMatchObject({ fromDate: '2027-02-22', hours: 3 })
})

const mondayOf = (date: string) => addDays(date, 1 - weekdayOf(date))

const daysBetween = (from: string, to: string) =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days

/** Returns a function whose numbers below `limit` are random, but always equal for one seed. */
function randomOf(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

test.each([1, 2, 3, 4])(
  'after changes in any order, the weeks of two dates in a row are never nearer than the frequency (seed %i)',
  (seed) => {
    const random = randomOf(seed)
    for (let round = 0; round < 100; round++) {
      let terms = [{ ...weekly('2027-01-04'), frequency: SERIES_FREQUENCIES[random(3)]! }]
      for (let step = 0; step < 4; step++) {
        const from = addDays('2027-01-04', random(150))
        const fields = [
          { estimated_hours: 2 + random(4) },
          { weekday: 1 + random(7) },
          { cleaning_frequency: SERIES_FREQUENCIES[random(3)]! },
        ][random(3)]!
        terms = after(terms, from, fields)
        const dates = nextSeriesDates({ terms, until: null }, from, 16)
        const apart = dates.slice(1).map(({ date }, index) => {
          const before = dates[index]!
          return daysBetween(mondayOf(before.date), mondayOf(date)) - DAYS[before.terms.frequency]
        })
        expect(Math.min(...apart) < 0 ? { terms, from, fields } : null).toBeNull()
      }
    }
  },
)
