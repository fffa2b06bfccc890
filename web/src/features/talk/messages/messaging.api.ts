import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { THREAD_REFRESH_MS, UNREAD_POLL_MS } from '#contract/talk/message-rules.ts'
import type { Answer, Api } from '#web/api/client.ts'
import { withNewest } from '../thread/thread-cache.ts'
import type { Thread } from '../thread/thread-cache.ts'

export type Conversation = Answer<'GET /api/chat/conversations/{id}'>['conversations'][number]
export type Message = Thread['messages'][number]

/** The keys of all queries that read messages. */
export const messagingKeys = {
  unread: (userId: string) => ['messages', 'unread', userId] as const,
  conversations: (userId: string) => ['messages', 'conversation-pages', userId] as const,
  thread: (userId: string, otherId: string) => ['messages', 'thread', userId, otherId] as const,
  details: (userId: string, conversationId: string) =>
    ['messages', 'details', userId, conversationId] as const,
}

/** Conversations also show what happened to a booking. rules: live-refresh, outbox */
const META = { refreshedBy: ['booking-status', 'messages'], storedOffline: true } as const

/** Polls also while the live connection works: it is what remains if events get lost. rule: live-refresh */
const POLL_THREADS = {
  refetchInterval: THREAD_REFRESH_MS,
  refetchOnWindowFocus: 'always',
} as const

/** How many received messages are unread. rules: message-read, live-refresh */
export function unreadQuery(api: Api, userId: string) {
  return queryOptions({
    queryKey: messagingKeys.unread(userId),
    meta: META,
    queryFn: ({ signal }) =>
      api.call('GET /api/chat/unread-count/{userId}', { params: { userId }, signal }),
    select: ({ unread_count }) => unread_count,
    refetchInterval: UNREAD_POLL_MS,
    refetchOnWindowFocus: 'always',
  })
}

/** A person's conversations, newest first, 50 a page. rule: conversation-list */
export function conversationsQuery(api: Api, userId: string) {
  return infiniteQueryOptions({
    queryKey: messagingKeys.conversations(userId),
    meta: META,
    queryFn: ({ pageParam: before, signal }) =>
      api.call('GET /api/chat/conversations/{id}', {
        params: { id: userId },
        query: before ? { before } : {},
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ conversations, has_more }) =>
      has_more ? conversations.at(-1)?.conversation_id : undefined,
    ...POLL_THREADS,
  })
}

/** The conversations of all pages, each once: a new message moves one to another page. */
export function allConversations(pages: readonly { conversations: Conversation[] }[]) {
  const all = pages.flatMap(({ conversations }) => conversations)
  return [...new Map(all.map((each) => [each.conversation_id, each])).values()]
}

/**
 * The messages of two people, oldest first: all pages that were loaded. Each refetch reads the newest page.
 * rule: message-screen
 */
export function threadQuery(api: Api, userId: string, otherId: string) {
  const queryKey = messagingKeys.thread(userId, otherId)
  return queryOptions({
    queryKey,
    meta: META,
    queryFn: async ({ client, signal }) => {
      const newest = await fetchThreadPage(api, userId, otherId, { signal })
      return withNewest(client.getQueryData<Thread>(queryKey), newest)
    },
    staleTime: 0,
    ...POLL_THREADS,
  })
}

/** One page of a thread: the newest, or the one before the message `before`. */
export function fetchThreadPage(
  api: Api,
  userId: string,
  otherId: string,
  { before, signal }: { before?: string; signal?: AbortSignal },
): Promise<Thread> {
  return api.call('GET /api/chat/messages/{userId}/{otherId}', {
    params: { userId, otherId },
    query: before ? { before } : {},
    ...(signal ? { signal } : {}),
  })
}

/**
 * For professionals: the contact data of the client of an open lead. Never stored offline. rule: conversation-access
 */
export function detailsQuery(api: Api, userId: string, conversationId: string) {
  return queryOptions({
    queryKey: messagingKeys.details(userId, conversationId),
    meta: { refreshedBy: META.refreshedBy },
    queryFn: ({ signal }) =>
      api.call('GET /api/conversations/{conversationId}', {
        params: { conversationId },
        query: { current_user_id: userId },
        signal,
      }),
  })
}
