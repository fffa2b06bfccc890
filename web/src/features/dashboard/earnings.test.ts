// rule: earnings
import { expect, test } from 'vitest'
import { estimatedEarnings } from './earnings.ts'

test('estimated earnings are total bookings × hourly rate × 3', () => {
  expect(estimatedEarnings(4, 65.1)).toBe(781.2)
})
