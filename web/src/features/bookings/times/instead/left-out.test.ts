// rule: no-free-time
import { expect, test } from 'vitest'
import { leftOut } from './left-out.ts'

const oven = { id: 'oven', minutes: 30 }
const laundry = { id: 'laundry', minutes: 45 }
const windows = { id: 'windows', minutes: 90 }

test('a shorter visit leaves out the longest extras that fit into what it has less', () => {
  expect(leftOut([oven, laundry, windows], 60)).toEqual({ extras: ['laundry'], minutes: 15 })
  expect(leftOut([oven, laundry, windows], 120)).toEqual({
    extras: ['windows', 'oven'],
    minutes: 0,
  })
})

test('without extras, or with longer ones alone, there is less cleaning', () => {
  expect(leftOut([], 60)).toEqual({ extras: [], minutes: 60 })
  expect(leftOut([windows], 60)).toEqual({ extras: [], minutes: 60 })
})
