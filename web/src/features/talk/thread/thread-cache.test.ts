// rule: message-screen
import { expect, test } from 'vitest'
import { withNewest, withOlder, withSent } from './thread-cache.ts'
import type { Thread } from './thread-cache.ts'

const thread = (ids: string, has_more = false): Thread => ({
  messages: [...ids].map((id) => ({ id })) as Thread['messages'],
  has_more,
})
const ids = ({ messages }: Thread) => messages.map(({ id }) => id).join('')

test('reading the newest page again keeps the older ones that were scrolled to', () => {
  const read = withNewest(thread('abcdef', false), thread('defg', true))
  expect(ids(read)).toBe('abcdefg')
  expect(read.has_more).toBe(false)
})

test('if new messages leave a gap, the thread starts again with the newest page', () => {
  const read = withNewest(thread('abc', false), thread('xyz', true))
  expect(ids(read)).toBe('xyz')
  expect(read.has_more).toBe(true)
})

test('a first page, and one that reaches as far back as what is known, is taken as it is', () => {
  expect(ids(withNewest(undefined, thread('ab')))).toBe('ab')
  expect(ids(withNewest(thread('ab'), thread('abc')))).toBe('abc')
  expect(ids(withNewest(thread(''), thread('')))).toBe('')
})

test('older messages come before what is known, each once', () => {
  const read = withOlder(thread('cde', true), thread('abc', false))
  expect(ids(read)).toBe('abcde')
  expect(read.has_more).toBe(false)
})

test('a sent message is the last one of the thread, once, also when it arrived by a live event before', () => {
  const [b] = thread('b').messages
  if (!b) throw new Error('no message')
  expect(ids(withSent(thread('a'), b))).toBe('ab')
  expect(ids(withSent(thread('ab'), b))).toBe('ab')
})
