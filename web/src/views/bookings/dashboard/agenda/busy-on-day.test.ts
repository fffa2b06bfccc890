// rule: agenda
import { expect, test } from 'vitest'
import { busyOnDay } from './busy-on-day.ts'

const CENTRAL = 'America/Chicago'
const onDays = (starts_at: string, ends_at: string, dates: string[]) =>
  dates.map((date) => {
    const { from, to } = busyOnDay({ starts_at, ends_at }, date, CENTRAL)
    return `${from}-${to}`
  })

test('a busy time of several days shows on each day what it takes of it', () => {
  const days = ['2026-12-07', '2026-12-08', '2026-12-09']
  expect(onDays('2026-12-08T04:00:00Z', '2026-12-09T13:30:00Z', days)).toEqual([
    '22:00-24:00',
    '00:00-24:00',
    '00:00-07:30',
  ])
  expect(onDays('2026-12-07T06:00:00Z', '2026-12-10T06:00:00Z', days)).toEqual(
    days.map(() => '00:00-24:00'),
  )
})

test('a busy time of one day is as it is, also until midnight and when the clocks change', () => {
  expect(onDays('2026-12-07T15:00:00Z', '2026-12-07T16:00:00Z', ['2026-12-07'])).toEqual([
    '09:00-10:00',
  ])
  expect(onDays('2026-12-07T15:00:00Z', '2026-12-08T06:00:00Z', ['2026-12-07'])).toEqual([
    '09:00-24:00',
  ])
  expect(onDays('2026-03-08T06:00:00Z', '2026-03-09T05:00:00Z', ['2026-03-08'])).toEqual([
    '00:00-24:00',
  ])
})
