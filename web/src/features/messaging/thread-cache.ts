import { queryOptions } from '@tanstack/react-query'
import { UNREAD_POLL_MS } from '#contract/product.ts'
import type { Answer, Api } from '#web/api/client.ts'

/** The first part of the key of each query that reads messages. */
export const MESSAGES_KEY = ['messages'] as const

/** For each query that reads messages: conversations also show what happened to a booking. */
export const MESSAGES_META = {
  refreshedBy: ['booking-status', 'messages'],
  storedOffline: true,
} as const

/** How many messages wait to be read: asked on load, every 30 s (client spec 4), and when the reader comes back to the tab. */
export function unreadQuery(api: Api, userId: string) {
  return queryOptions({
    queryKey: [...MESSAGES_KEY, 'unread', userId],
    meta: MESSAGES_META,
    queryFn: ({ signal }) =>
      api.call('GET /api/chat/unread-count/{userId}', { params: { userId }, signal }),
    select: ({ unread_count }) => unread_count,
    refetchInterval: UNREAD_POLL_MS,
    refetchOnWindowFocus: 'always',
  })
}

export type Thread = Answer<'GET /api/chat/messages/{userId}/{otherId}'>

/** Where the messages between two are kept, the oldest first. */
export function threadKey(userId: string, otherId: string) {
  return [...MESSAGES_KEY, 'thread', userId, otherId] as const
}

/** What is known of a thread with its newest page read anew: older pages stay, unless messages lie between that nobody has read. */
export function withNewest(known: Thread | undefined, newest: Thread): Thread {
  const first = newest.messages[0]
  const at = known?.messages.findIndex(({ id }) => id === first?.id) ?? -1
  if (!known || at <= 0) return newest
  return {
    messages: [...known.messages.slice(0, at), ...newest.messages],
    has_more: known.has_more,
  }
}

/** What is known of a thread with the page before it. */
export function withOlder(known: Thread, older: Thread): Thread {
  const have = new Set(known.messages.map(({ id }) => id))
  return {
    messages: [...older.messages.filter(({ id }) => !have.has(id)), ...known.messages],
    has_more: older.has_more,
  }
}

/** A thread with a message that has just been written. */
export function withSent(known: Thread, message: Thread['messages'][number]): Thread {
  if (known.messages.some(({ id }) => id === message.id)) return known
  return { ...known, messages: [...known.messages, message] }
}
