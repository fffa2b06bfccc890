import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useApi } from '#web/api/use-api.ts'
import type { Message } from './messaging.api.ts'

/** Marks everything received in an open conversation as read, while the page is visible. rule: message-read */
export function useMarkRead(userId: string, messages: readonly Message[] | undefined): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible, () => false)
  const markedId = useRef<string>(undefined)
  const { mutate } = useMutation({
    mutationFn: (messageId: string) =>
      api.call('PATCH /api/chat/messages/read/{messageId}', {
        params: { messageId },
        query: { earlier: 'true' },
      }),
    // The next refetch of the thread tries again.
    onError: () => {
      markedId.current = undefined
    },
    onSuccess: () => refreshQueries(queryClient, 'messages'),
  })
  useEffect(() => {
    if (!isVisible || !messages) return
    const newestUnread = messages.findLast(
      ({ receiver_id, read, kind }) => receiver_id === userId && !read && kind !== 'booking',
    )
    if (!newestUnread || newestUnread.id === markedId.current) return
    markedId.current = newestUnread.id
    mutate(newestUnread.id)
  }, [isVisible, messages, userId, mutate])
}

const isPageVisible = () => document.visibilityState === 'visible'

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
