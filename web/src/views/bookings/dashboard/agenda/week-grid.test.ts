// rule: agenda
import { expect, test } from 'vitest'
import type { AgendaDay } from '#contract/bookings/agenda.ts'
import { hoursShown, lanesOf, minuteOf } from './week-grid.ts'

const ZONE = 'America/Chicago'
const dayWith = (facts: object) => ({ hours: null, visits: [], ...facts }) as unknown as AgendaDay

test('a week shows 8 to 18, and further for hours, visits and the drive to them', () => {
  expect(hoursShown([dayWith({})], ZONE)).toEqual({ first: 8, last: 18 })
  expect(hoursShown([dayWith({ hours: [{ from: '07:30', to: '19:30' }] })], ZONE)).toEqual({
    first: 7,
    last: 20,
  })
  const visits = [
    {
      starts_at: '2026-12-01T13:10:00Z',
      ends_at: '2026-12-02T04:10:00Z',
      travel_minutes_before: 25,
    },
  ]
  expect(hoursShown([dayWith({ visits })], ZONE)).toEqual({ first: 6, last: 23 })
})

test('a visit stands at the minute of the own clock', () => {
  expect(minuteOf('2026-12-01T15:30:00Z', ZONE)).toBe(9 * 60 + 30)
})

test('visits at one time lie beside each other, and one after them has the whole day again', () => {
  const span = (from: string, to: string) => ({
    starts_at: `2026-12-05T${from}:00Z`,
    ends_at: `2026-12-05T${to}:00Z`,
  })
  const visits = [span('09:00', '12:00'), span('10:00', '11:00'), span('11:00', '14:00')]
  expect(lanesOf([...visits, span('14:00', '15:00')])).toEqual([
    { lane: 0, lanes: 2 },
    { lane: 1, lanes: 2 },
    { lane: 1, lanes: 2 },
    { lane: 0, lanes: 1 },
  ])
})
