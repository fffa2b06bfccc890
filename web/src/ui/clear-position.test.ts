// rule: install-button, toasts
import { expect, test } from 'vitest'
import { clearOffset, stepsTo } from './clear-position.ts'

const BUTTON = { left: 8, top: 700, right: 52, bottom: 744 }
const up = stepsTo(-400).map((y) => ({ x: 0, y }))

test('a floating element stays where it is, if it covers nothing', () => {
  const above = { left: 0, top: 600, right: 390, bottom: 690 }
  expect(clearOffset(BUTTON, [above], up)).toEqual({ offset: { x: 0, y: 0 }, isClear: true })
})

test('it goes to the first place at which it covers nothing, with a gap', () => {
  const under = { left: 16, top: 690, right: 374, bottom: 734 }
  const { offset, isClear } = clearOffset(BUTTON, [under], up)
  const { y } = offset
  expect(isClear).toBe(true)
  expect(BUTTON.bottom + y).toBeLessThanOrEqual(under.top - 1)
  expect(BUTTON.bottom + y).toBeGreaterThan(under.top - 1 - 3)
})

test('without a free place it covers as little as possible, and says so', () => {
  const all = { left: 0, top: 0, right: 390, bottom: 720 }
  expect(clearOffset(BUTTON, [all], up)).toEqual({ offset: { x: 0, y: 0 }, isClear: false })
  const lower = { left: 0, top: 640, right: 30, bottom: 844 }
  const upper = { left: 0, top: 0, right: 390, bottom: 640 }
  expect(clearOffset(BUTTON, [lower, upper], up).offset).toEqual({ x: 0, y: 0 })
})
