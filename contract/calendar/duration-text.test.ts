// rule: settle-hours, price-lines
import { expect, test } from 'vitest'
import { durationText, labourText } from './duration-text.ts'

test('a duration has hours and minutes, and leaves out what is zero', () => {
  expect([15, 120, 165, 960, 0].map(durationText)).toEqual([
    '15 min',
    '2 h',
    '2 h 45 min',
    '16 h',
    '0 min',
  ])
})

test('the time of labour multiplies to its amount', () => {
  const texts = [120, 150, 165, 80, 115].map((minutes) => labourText(minutes, String))
  expect(texts).toEqual(['2 h', '2.5 h', '2.75 h', '1 h 20 min', '1 h 55 min'])
})
