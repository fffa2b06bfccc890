// rule: search-finds-listed
import { expect, test } from 'vitest'
import { distanceMiles } from './distance.ts'

test('Austin lies 146 miles from Houston and nowhere from itself', () => {
  const austin = { latitude: 30.267, longitude: -97.743 }
  const houston = { latitude: 29.76, longitude: -95.37 }
  expect(distanceMiles(austin, houston)).toBeCloseTo(146.3, 0)
  expect(distanceMiles(austin, austin)).toBe(0)
})
