import { useEffect, useRef, useState } from 'react'
import { subscribeToLive, sendLive } from '#web/api/live-connection.ts'

const SHOWN_MS = 5000
const SAID_EVERY_MS = 3000

/** Whether the other side is typing, until 5 s after the last sign of it. */
export function useOtherTypes(conversationId: string): boolean {
  const [types, setTypes] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = subscribeToLive((push) => {
      if (!('conversation_id' in push) || push.conversation_id !== conversationId) return
      clearTimeout(timer)
      setTypes(push.type === 'typing')
      timer = setTimeout(() => setTypes(false), SHOWN_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [conversationId])
  return types
}

/** Call it at every key: the other side hears of it every 3 s at most. */
export function useSayTyping(conversationId: string): () => void {
  const saidAt = useRef(-SAID_EVERY_MS)
  return () => {
    const now = performance.now()
    if (now - saidAt.current < SAID_EVERY_MS) return
    saidAt.current = now
    sendLive({ type: 'typing', conversation_id: conversationId })
  }
}
