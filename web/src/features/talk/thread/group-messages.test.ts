// rule: message-screen
import { expect, test } from 'vitest'
import type { Message } from '../messages/messaging.api.ts'
import { groupMessages } from './group-messages.ts'

const message = (sender_id: string, minute: number, kind: Message['kind'] = 'text') =>
  ({
    sender_id,
    kind,
    timestamp: new Date(Date.UTC(2026, 11, 1, 9, minute)).toISOString(),
  }) as Message

const shape = (...messages: Message[]) =>
  groupMessages(messages).map(({ senderId, messages: run }) => senderId + run.length)

test('messages that one person writes without a pause are one group', () => {
  expect(shape(message('a', 0), message('a', 4), message('b', 5), message('a', 6))).toEqual([
    'a2',
    'b1',
    'a1',
  ])
})

test('after five minutes a new group begins', () => {
  expect(shape(message('a', 0), message('a', 5))).toEqual(['a1', 'a1'])
})

test('a booking card is a group of its own', () => {
  expect(shape(message('a', 0), message('a', 1, 'booking'), message('a', 2))).toEqual([
    'a1',
    'a1',
    'a1',
  ])
})
