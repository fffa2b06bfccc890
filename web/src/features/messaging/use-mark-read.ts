import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useApi } from '#web/api/use-api.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import type { Message } from './messaging.api.ts'

/** Opening a conversation marks what one received and has not read, older pages included (professional spec 4), while somebody looks at it. */
export function useMarkRead(userId: string, messages: readonly Message[] | undefined): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const visible = useSyncExternalStore(followVisibility, isVisible, () => false)
  const marked = useRef<string>(undefined)
  const { mutate } = useMutation({
    mutationFn: (messageId: string) =>
      api.call('PATCH /api/chat/messages/read/{messageId}', {
        params: { messageId },
        query: { earlier: 'true' },
      }),
    // The next reading of the thread tries again.
    onError: () => {
      marked.current = undefined
    },
    onSuccess: () => refreshQueries(queryClient, 'messages'),
  })
  useEffect(() => {
    if (!visible || !messages) return
    const newest = messages.findLast(
      ({ receiver_id, read, kind }) => receiver_id === userId && !read && kind !== 'booking',
    )
    if (!newest || newest.id === marked.current) return
    marked.current = newest.id
    mutate(newest.id)
  }, [visible, messages, userId, mutate])
}

const isVisible = () => document.visibilityState === 'visible'

function followVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
