import { queryOptions } from '@tanstack/react-query'
import { THREAD_REFRESH_MS } from '#contract/product.ts'
import type { Answer, Api } from '#web/api/client.ts'
import { MESSAGES_KEY, MESSAGES_META, threadKey, withNewest } from './thread-cache.ts'
import type { Thread } from './thread-cache.ts'

export type Conversation = Answer<'GET /api/chat/conversations/{id}'>['conversations'][number]
export type Message = Thread['messages'][number]

// Pushes refresh what is open; so does the clock, should pushes not come (professional spec 4).
const KEPT_TRUE = { refetchInterval: THREAD_REFRESH_MS, refetchOnWindowFocus: 'always' } as const

/** A person's conversations, the newest first. */
export function conversationsQuery(api: Api, userId: string) {
  return queryOptions({
    queryKey: [...MESSAGES_KEY, 'conversations', userId],
    meta: MESSAGES_META,
    queryFn: ({ signal }) =>
      api.call('GET /api/chat/conversations/{id}', { params: { id: userId }, signal }),
    select: ({ conversations }) => conversations,
    ...KEPT_TRUE,
  })
}

/** The messages between two, as many as have been scrolled to, the oldest first; every reading asks for the newest page. */
export function threadQuery(api: Api, userId: string, otherId: string) {
  const queryKey = threadKey(userId, otherId)
  return queryOptions({
    queryKey,
    meta: MESSAGES_META,
    queryFn: async ({ client, signal }) => {
      const newest = await threadPage(api, userId, otherId, { signal })
      return withNewest(client.getQueryData<Thread>(queryKey), newest)
    },
    staleTime: 0,
    ...KEPT_TRUE,
  })
}

/** One page of the messages between two: the newest, or those before a message. */
export function threadPage(
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

/** For professionals: how to reach the client of an open lead (professional spec 6). */
export function detailsQuery(api: Api, userId: string, conversationId: string) {
  return queryOptions({
    queryKey: [...MESSAGES_KEY, 'details', userId, conversationId],
    meta: { refreshedBy: MESSAGES_META.refreshedBy },
    queryFn: ({ signal }) =>
      api.call('GET /api/conversations/{conversationId}', {
        params: { conversationId },
        query: { current_user_id: userId },
        signal,
      }),
  })
}
