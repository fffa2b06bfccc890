// rule: booking-times
import { expect, test } from 'vitest'
import type { Refusal } from '#server/http/calls/refusal.ts'
import { visitTime } from './visit-time.ts'

const NOW = new Date('2026-11-20T16:00:00Z')

function visit(date: string, time: string, timeZone = 'America/Chicago', now = NOW) {
  return visitTime({ date, time, hours: 2, timeZone }, now)
}

function refusal(action: () => unknown): string | undefined {
  try {
    action()
    return undefined
  } catch (error) {
    return (error as Refusal).code
  }
}

test.each([
  ['America/Chicago', '2026-12-01T15:00:00.000Z'],
  ['America/Denver', '2026-12-01T16:00:00.000Z'],
  ['America/Phoenix', '2026-12-01T16:00:00.000Z'],
  ['Pacific/Honolulu', '2026-12-01T19:00:00.000Z'],
  ['America/Puerto_Rico', '2026-12-01T13:00:00.000Z'],
])('9:00 on a clock in %s is %s', (timeZone, instant) => {
  expect(visit('2026-12-01', '09:00', timeZone).startsAt.toISOString()).toBe(instant)
})

test('hours are elapsed hours, also in the night of a clock change', () => {
  const { startsAt, endsAt } = visit('2027-03-14', '01:30')
  expect(startsAt.toISOString()).toBe('2027-03-14T07:30:00.000Z')
  expect(endsAt.toISOString()).toBe('2027-03-14T09:30:00.000Z')
})

test('a time that the clock change skips is refused, and exists where clocks do not change', () => {
  expect(refusal(() => visit('2027-03-14', '02:30'))).toBe('time_skipped')
  expect(refusal(() => visit('2027-03-14', '02:30', 'America/Phoenix'))).toBeUndefined()
  expect(refusal(() => visit('2027-03-14', '03:00'))).toBeUndefined()
})

test('of a wall-clock hour that exists twice, the first is taken', () => {
  expect(
    visit(
      '2027-11-07',
      '01:30',
      'America/Chicago',
      new Date('2027-11-01T00:00:00Z'),
    ).startsAt.toISOString(),
  ).toBe('2027-11-07T06:30:00.000Z')
})

test('a time in the past is refused by the clock of the home', () => {
  expect(refusal(() => visit('2026-11-20', '10:00'))).toBe('time_in_past')
  expect(refusal(() => visit('2026-11-20', '10:01'))).toBeUndefined()
  expect(refusal(() => visit('2026-11-20', '10:01', 'America/New_York'))).toBe('time_in_past')
  expect(refusal(() => visit('2026-11-20', '08:01', 'America/Los_Angeles'))).toBeUndefined()
})

test('365 days ahead are counted on the calendar of the home', () => {
  const lateEvening = new Date('2026-11-21T05:30:00Z')
  expect(
    refusal(() => visit('2027-11-20', '23:59', 'America/Chicago', lateEvening)),
  ).toBeUndefined()
  expect(refusal(() => visit('2027-11-21', '00:00', 'America/Chicago', lateEvening))).toBe(
    'date_too_far',
  )
  expect(
    refusal(() => visit('2027-11-21', '00:00', 'America/New_York', lateEvening)),
  ).toBeUndefined()
})

// rule: booking-expires
test('a request expires after 72 hours, or at its start if that is sooner', () => {
  expect(visit('2026-12-01', '09:00').expiresAt.toISOString()).toBe('2026-11-23T16:00:00.000Z')
  expect(visit('2026-11-21', '09:00').expiresAt.toISOString()).toBe('2026-11-21T15:00:00.000Z')
})

test('a day that no calendar has is refused', () => {
  expect(refusal(() => visit('2027-02-30', '09:00'))).toBe('date_invalid')
})
