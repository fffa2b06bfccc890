// rule: access-details
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hideSoon } from './use-shown-values.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page that a test shows and hides. */
class Page extends EventTarget {
  visibilityState = 'visible'
  becomes(state: 'visible' | 'hidden') {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

const shown = () => {
  const page = new Page()
  const hide = vi.fn<() => void>()
  return { page, hide, stop: hideSoon(hide, page as unknown as Document) }
}

test('codes go after two minutes', () => {
  const { hide } = shown()
  vi.advanceTimersByTime(119_999)
  expect(hide).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(hide).toHaveBeenCalledOnce()
})

test('codes go when the page is hidden, not when it is shown', () => {
  const { hide, page } = shown()
  page.becomes('visible')
  expect(hide).not.toHaveBeenCalled()
  page.becomes('hidden')
  expect(hide).toHaveBeenCalledOnce()
})

test('codes that are gone leave no timer and no listener', () => {
  const { hide, page, stop } = shown()
  stop()
  page.becomes('hidden')
  vi.advanceTimersByTime(120_000)
  expect(hide).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})
