// rule: series-changes
import { expect, test } from 'vitest'
import type { Series } from '#contract/bookings/series.ts'
import { changeOf, termsAt } from './change-fields.ts'

const PRESENT = {
  cleaning_frequency: 'weekly',
  weekday: 1,
  booking_time: '09:00',
  estimated_hours: 2,
  hourly_rate: 65,
} as const
const LATER = { ...PRESENT, estimated_hours: 3, hourly_rate: 60 }
const series = {
  ...PRESENT,
  visits: [
    { date: '2027-02-22', booking_time: '09:00', moved: false, terms: PRESENT },
    { date: '2027-03-08', booking_time: '11:00', moved: true, terms: LATER },
  ],
} as unknown as Series
const opened = termsAt(series, '2027-03-08')
const sent = (change: Partial<typeof opened>, isProfessional = true) => {
  const body = changeOf(opened, { ...opened, ...change }, { isProfessional })
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}

test('a change shows the terms of its visit, also if it was moved, and sends only what was changed', () => {
  expect(opened).toEqual({ ...LATER, from_date: '2027-03-08', hourly_rate: '60' })
  expect(sent({ estimated_hours: 2 })).toEqual({ from_date: '2027-03-08', estimated_hours: 2 })
})

test('from another date on it sends all that the person sees, but a rate alone stays alone', () => {
  const { hourly_rate, ...terms } = LATER
  const from_date = '2027-02-22'
  const seen = { ...terms, from_date, booking_time: '14:00' }
  expect(sent({ from_date })).toEqual({ ...terms, from_date, hourly_rate })
  expect(sent({ from_date, booking_time: '14:00' })).toEqual({ ...seen, hourly_rate })
  expect(sent({ from_date, booking_time: '14:00' }, false)).toEqual(seen)
  expect(sent({ from_date, hourly_rate: '55' })).toEqual({ from_date, hourly_rate: 55 })
})
