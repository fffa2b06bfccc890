// rule: marketplace-health
import { expect, test } from 'vitest'
import { movePoint } from './move-point.ts'

test.for([
  ['ArrowRight', 3, 4],
  ['ArrowLeft', 3, 2],
  ['ArrowUp', 3, 4],
  ['ArrowDown', 3, 2],
  ['PageUp', 3, 9],
  ['PageDown', 3, 0],
  ['Home', 3, 0],
  ['End', 3, 9],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 9, 9],
  ['Tab', 3, undefined],
] as const)('%s leads from point %s to %s of ten', ([key, point, expected]) => {
  expect(movePoint(key, point, 10)).toBe(expected)
})
