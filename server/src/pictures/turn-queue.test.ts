// rule: photos
import { expect, test } from 'vitest'
import { TurnQueue } from './turn-queue.ts'

test('those who wait take turns, each in the order of their own entries', () => {
  const queue = new TurnQueue<string>()
  for (const entry of ['a1', 'a2', 'a3', 'a4']) queue.push('a', entry)
  queue.push('b', 'b1')
  expect([queue.length, queue.lengthOf('a'), queue.lengthOf('b'), queue.lengthOf('c')]).toEqual([
    5, 4, 1, 0,
  ])
  expect(queue.shift()).toBe('a1')
  queue.push('c', 'c1')
  queue.push('b', 'b2')
  const rest = Array.from({ length: 7 }, () => queue.shift())
  expect(rest).toEqual(['b1', 'a2', 'c1', 'b2', 'a3', 'a4', undefined])
  expect([queue.length, queue.lengthOf('a')]).toEqual([0, 0])
})
