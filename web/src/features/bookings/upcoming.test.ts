import { expect, test } from 'vitest'
import type { BookingStatus } from '#contract/booking-status.ts'
import { splitByTime } from './upcoming.ts'

const now = new Date('2026-11-21T12:00:00Z')
const booking = (status: BookingStatus, day: string) => ({
  status,
  starts_at: `${day}T15:00:00.000Z`,
  ends_at: `${day}T17:00:00.000Z`,
})

test('what is still to come stands first, the next visit on top', () => {
  const later = booking('pending', '2026-12-02')
  const sooner = booking('accepted', '2026-11-22')
  expect(splitByTime([later, sooner], now)).toEqual({ upcoming: [sooner, later], past: [] })
})

test('what ended, was declined or cancelled is past, also when its day is still to come', () => {
  const bookings = [
    booking('accepted', '2026-11-20'),
    booking('declined', '2026-12-01'),
    booking('cancelled', '2026-12-01'),
    booking('completed', '2026-11-01'),
  ]
  expect(splitByTime(bookings, now)).toEqual({ upcoming: [], past: bookings })
})
