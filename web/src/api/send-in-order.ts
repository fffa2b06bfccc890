import { backoffMs } from './backoff.ts'
import { subscribeToLive } from './live-connection.ts'

type Sending<Item> = {
  /** The item to send now, of no lane that waits; undefined if there is none. */
  next(waiting: ReadonlySet<string>): Item | undefined
  /** Items of one lane keep their order; the lanes do not wait for each other. Without it there is one lane. */
  laneOf?(item: Item): string
  /**
   * 'next': go on. 'stop': wait for a change of the queue. 'retry': no answer, so try this lane again later;
   * `retryInMs`: not before the server allows it.
   */
  send(item: Item): Promise<'next' | 'stop' | 'retry' | { retryInMs: number }>
  /** Called when nothing is being sent any more. */
  onIdle?(): void
  /** Tells of changes of the queue. Returns how to stop. */
  subscribe(listener: () => void): () => void
}

/**
 * Sends what waits in a queue of this browser, one after the other. Without an answer it retries with back-off, at once
 * when the network or the live connection returns. Returns how to stop. rule: outbox, press-queue
 */
export function sendInOrder<Item>(sending: Sending<Item>): () => void {
  const { send, onIdle, subscribe, laneOf = () => '' } = sending
  const stopped = new AbortController()
  const failures = new Map<string, number>()
  /** The timers of the lanes that wait. */
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let isSending = false

  const next = () => {
    const item = sending.next(new Set(timers.keys()))
    return item !== undefined && timers.has(laneOf(item)) ? undefined : item
  }
  const retryLater = (lane: string, leastMs: number) => {
    const count = (failures.get(lane) ?? 0) + 1
    failures.set(lane, count)
    const retry = () => {
      timers.delete(lane)
      void sendAll()
    }
    timers.set(lane, setTimeout(retry, Math.max(leastMs, backoffMs(count))))
  }
  const sendAll = async () => {
    if (isSending) return
    isSending = true
    let item = next()
    while (item !== undefined && !stopped.signal.aborted) {
      const outcome = await send(item)
      if (outcome === 'next') failures.delete(laneOf(item))
      if (outcome === 'stop') break
      const leastMs = typeof outcome === 'object' ? outcome.retryInMs : 0
      if (outcome !== 'next' && !stopped.signal.aborted) retryLater(laneOf(item), leastMs)
      item = next()
    }
    onIdle?.()
    isSending = false
  }
  const endWaiting = () => {
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
  }
  const sendNow = () => {
    endWaiting()
    void sendAll()
  }
  window.addEventListener('online', sendNow)
  const stops = [
    subscribe(() => void sendAll()),
    subscribeToLive(({ type }) => type === 'hello' && sendNow()),
    () => window.removeEventListener('online', sendNow),
    endWaiting,
  ]
  void sendAll()
  return () => {
    stopped.abort()
    for (const stop of stops) stop()
  }
}
