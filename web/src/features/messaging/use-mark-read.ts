import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useApi } from '../../app/context.tsx'
import { MESSAGES_KEY } from '../../app/messages.ts'
import type { Message } from './messaging.api.ts'

/** Opening a conversation marks what one received and has not read (professional spec 4), while somebody looks at it. */
export function useMarkRead(userId: string, messages: readonly Message[] | undefined): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const visible = useSyncExternalStore(followVisibility, isVisible, () => false)
  const marked = useRef(new Set<string>())
  const { mutate } = useMutation({
    mutationFn: (ids: readonly string[]) =>
      Promise.all(
        ids.map((messageId) =>
          api.call('PATCH /api/chat/messages/read/{messageId}', { params: { messageId } }),
        ),
      ),
    // The next reading of the thread tries again.
    onError: (_error, ids) => ids.forEach((id) => marked.current.delete(id)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: MESSAGES_KEY }),
  })
  useEffect(() => {
    if (!visible || !messages) return
    const unread = messages
      .filter((message) => message.receiver_id === userId && !message.read)
      .filter(({ kind, id }) => kind !== 'booking' && !marked.current.has(id))
      .map(({ id }) => id)
    if (unread.length === 0) return
    for (const id of unread) marked.current.add(id)
    mutate(unread)
  }, [visible, messages, userId, mutate])
}

const isVisible = () => document.visibilityState === 'visible'

function followVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
