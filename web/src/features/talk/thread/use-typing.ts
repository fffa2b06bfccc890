import { useEffect, useRef, useState } from 'react'
import { sendLive, subscribeToLive } from '#web/api/live-connection.ts'

const SHOWN_MS = 5000
const SEND_INTERVAL_MS = 3000

/**
 * Whether the other side is typing: until 5 s after the last signal, or until something is written. rule:
 * live-refresh
 */
export function useIsOtherTyping(conversationId: string): boolean {
  const [isTyping, setIsTyping] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = subscribeToLive((event) => {
      if (!('conversation_id' in event) || event.conversation_id !== conversationId) return
      clearTimeout(timer)
      setIsTyping(event.type === 'typing')
      timer = setTimeout(() => setIsTyping(false), SHOWN_MS)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [conversationId])
  return isTyping
}

/** A function to call at each change of the text. It is throttled: one signal every 3 s. rule: live-refresh */
export function useSendTyping(conversationId: string): () => void {
  const sentAt = useRef(-SEND_INTERVAL_MS)
  return () => {
    const now = performance.now()
    if (now - sentAt.current < SEND_INTERVAL_MS) return
    sentAt.current = now
    sendLive({ type: 'typing', conversation_id: conversationId })
  }
}
