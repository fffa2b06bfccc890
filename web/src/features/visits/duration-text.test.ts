// rule: visit-hours-screen
import { expect, test } from 'vitest'
import { durationText } from './duration-text.ts'

test('a duration has hours and minutes, and leaves out what is zero', () => {
  expect([15, 120, 165, 960, 0].map(durationText)).toEqual([
    '15 min',
    '2 h',
    '2 h 45 min',
    '16 h',
    '0 min',
  ])
})
