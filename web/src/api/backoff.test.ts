import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

test('each try to reach the server waits twice as long, at most half a minute', () => {
  const longest = [1, 2, 3, 4, 5, 6, 60].map((attempt) => backoffMs(attempt, () => 1))
  expect(longest).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})

test('browsers do not all come back in the same moment', () => {
  expect(backoffMs(3, () => 0)).toBe(2000)
  expect(backoffMs(3, () => 0.5)).toBe(3000)
})
