// rule: none, the waiting times between attempts to reach the server
import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

// rule: outbox
test('each attempt to reach the server waits twice as long as the one before, at most 30 seconds', () => {
  const longest = [1, 2, 3, 4, 5, 6, 60].map((attempt) => backoffMs(attempt, () => 1))
  expect(longest).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})

// rule: outbox
test('the waiting time has jitter, so that browsers do not all reconnect at the same moment', () => {
  expect(backoffMs(3, () => 0)).toBe(2000)
  expect(backoffMs(3, () => 0.5)).toBe(3000)
})
