import type { Answer } from '#web/api/client.ts'

/**
 * The cached part of a thread, oldest message first; `has_more`: the server has older messages. rule: message-screen
 */
export type Thread = Answer<'GET /api/chat/messages/{userId}/{otherId}'>

/**
 * The cached thread with its newest page read again. Older pages stay, unless there is a gap between them and the
 * newest page.
 */
export function withNewest(cached: Thread | undefined, newest: Thread): Thread {
  const first = newest.messages[0]
  const overlapsAt = cached?.messages.findIndex(({ id }) => id === first?.id) ?? -1
  if (!cached || overlapsAt <= 0) return newest
  return {
    messages: [...cached.messages.slice(0, overlapsAt), ...newest.messages],
    has_more: cached.has_more,
  }
}

/** The cached thread with the page before it. */
export function withOlder(cached: Thread, older: Thread): Thread {
  const cachedIds = new Set(cached.messages.map(({ id }) => id))
  return {
    messages: [...older.messages.filter(({ id }) => !cachedIds.has(id)), ...cached.messages],
    has_more: older.has_more,
  }
}

/** The cached thread with a message that was just sent. */
export function withSent(cached: Thread, message: Thread['messages'][number]): Thread {
  if (cached.messages.some(({ id }) => id === message.id)) return cached
  return { ...cached, messages: [...cached.messages, message] }
}
