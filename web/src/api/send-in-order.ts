import { backoffMs } from './backoff.ts'
import { subscribeToLive } from './live-connection.ts'

type Sending<Item> = {
  /** The item to send now; undefined if there is none. */
  next(): Item | undefined
  /** 'next': go on. 'stop': wait for a change of the queue. 'retry': no answer, so try again later. */
  send(item: Item): Promise<'next' | 'stop' | 'retry'>
  /** Called when nothing is being sent any more. */
  onIdle?(): void
  /** Tells of changes of the queue. Returns how to stop. */
  subscribe(listener: () => void): () => void
}

/**
 * Sends what waits in a queue of this browser, one after the other. Without an answer it retries with back-off, at once
 * when the network or the live connection returns. Returns how to stop. rule: outbox, press-queue
 */
export function sendInOrder<Item>({ next, send, onIdle, subscribe }: Sending<Item>): () => void {
  const stopped = new AbortController()
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isSending = false

  const sendAll = async () => {
    if (isSending) return
    isSending = true
    clearTimeout(retryTimer)
    let item = next()
    while (item !== undefined && !stopped.signal.aborted) {
      const outcome = await send(item)
      if (outcome === 'next') failures = 0
      if (outcome === 'retry') retryTimer = setTimeout(() => void sendAll(), backoffMs(++failures))
      if (outcome !== 'next') break
      item = next()
    }
    onIdle?.()
    isSending = false
  }

  const sendNow = () => void sendAll()
  window.addEventListener('online', sendNow)
  const stops = [
    subscribe(() => {
      if (!isSending && !failures) sendNow()
    }),
    subscribeToLive(({ type }) => type === 'hello' && sendNow()),
    () => window.removeEventListener('online', sendNow),
    () => clearTimeout(retryTimer),
  ]
  sendNow()
  return () => {
    stopped.abort()
    for (const stop of stops) stop()
  }
}
