// rule: toasts
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts, subscribeToToasts, toast } from './toast-store.ts'

const texts = () => currentToasts().map(({ text }) => text)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const { id } of currentToasts()) toast.dismiss(id)
  vi.useRealTimers()
})

test('a success and an information disappear after three seconds', () => {
  toast.success('Saved.')
  toast.info('Two new messages.')
  vi.advanceTimersByTime(2_999)
  expect(texts()).toEqual(['Saved.', 'Two new messages.'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('a problem stays until it is dismissed', () => {
  const id = toast.problem('Not saved.')
  vi.advanceTimersByTime(3_600_000)
  expect(texts()).toEqual(['Not saved.'])
  toast.dismiss(id)
  expect(texts()).toEqual([])
})

test('a lasting toast stays until it is dismissed, whatever its tone', () => {
  const id = toast.lasting('success', 'Clients see everything.', 'Your profile is complete')
  vi.advanceTimersByTime(3_600_000)
  expect(currentToasts()).toMatchObject([{ title: 'Your profile is complete' }])
  toast.dismiss(id)
  expect(texts()).toEqual([])
})

test('at most three toasts are shown, and a fourth removes the oldest', () => {
  for (const text of ['one', 'two', 'three', 'four']) toast.problem(text)
  expect(texts()).toEqual(['two', 'three', 'four'])
})

test('the same text is shown once, for three seconds from the last time', () => {
  toast.success('Copied.')
  vi.advanceTimersByTime(2_000)
  toast.success('Copied.')
  expect(texts()).toEqual(['Copied.'])
  vi.advanceTimersByTime(2_000)
  expect(texts()).toEqual(['Copied.'])
  vi.advanceTimersByTime(1_000)
  expect(texts()).toEqual([])
})

test('every change is reported to subscribers, until they unsubscribe', () => {
  const listener = vi.fn<() => void>()
  const unsubscribe = subscribeToToasts(listener)
  const id = toast.problem('Not sent.')
  expect(listener).toHaveBeenCalledTimes(1)
  toast.dismiss(id)
  expect(listener).toHaveBeenCalledTimes(2)
  unsubscribe()
  toast.info('Sent.')
  expect(listener).toHaveBeenCalledTimes(2)
})
