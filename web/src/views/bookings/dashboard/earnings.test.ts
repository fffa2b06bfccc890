// rule: earnings
import { expect, test } from 'vitest'
import { estimatedEarnings } from './earnings.ts'

test('estimated earnings are total bookings × hourly rate × 3', () => {
  expect(estimatedEarnings({ totalBookings: 4, hourlyRate: 65.1, booked: 781.2 })).toEqual({
    guess: 781.2,
    shown: 781.2,
  })
})

test('estimated earnings are never below what is really booked and completed', () => {
  const earned = { totalBookings: 88, hourlyRate: 42, booked: 11_844 }
  expect(estimatedEarnings(earned)).toEqual({ guess: 11_088, shown: 11_844 })
})
