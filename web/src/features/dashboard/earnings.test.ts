import { expect, test } from 'vitest'
import { estimatedEarnings, realEarnings } from './earnings.ts'

test('the estimate is total bookings × hourly rate × 3', () => {
  expect(estimatedEarnings(4, 65.1)).toBe(781.2)
})

test('real money counts what was accepted, and what is completed', () => {
  const booking = (
    status: 'pending' | 'accepted' | 'completed' | 'declined',
    total_amount: number,
  ) => ({
    status,
    total_amount,
  })
  expect(
    realEarnings([
      booking('pending', 500),
      booking('accepted', 130.1),
      booking('completed', 65.2),
      booking('declined', 90),
    ]),
  ).toEqual({ booked: 195.3, completed: 65.2 })
})
