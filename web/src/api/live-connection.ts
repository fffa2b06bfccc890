import type { LiveEvent, TypingSignal } from '#contract/messaging.ts'
import { LIVE_PATH } from '#contract/product.ts'
import { backoffMs } from './backoff.ts'

type Hear = (push: LiveEvent) => void
type Note = { push: LiveEvent } | { word: TypingSignal }

const listeners = new Set<Hear>()
let say: (word: TypingSignal) => void = () => {}

/** Hears every push until it is told to stop. A push is a nudge: ask for what is true. */
export function subscribeToLive(hear: Hear): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

/** Tells the other side something that matters now only; without a connection nobody hears it. */
export function sendLive(word: TypingSignal): void {
  say(word)
}

/**
 * One connection for all tabs of this browser: the tab that holds the lock has it and tells the others; when that tab goes, the
 * next one takes it over. `isSignedIn` is asked before each new try, so that an ended session opens none.
 */
export function startLive(userId: string, isSignedIn: () => Promise<boolean>): () => void {
  const ended = new AbortController()
  const hear: Hear = (push) => listeners.forEach((listener) => listener(push))
  const tabs = new BroadcastChannel(`lustra.live.${userId}`)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin: ours
  const tell = (note: Note) => tabs.postMessage(note)
  tabs.addEventListener('message', ({ data }: MessageEvent<Note>) => {
    if ('push' in data) hear(data.push)
    else connection?.say(data.word)
  })
  say = (word) => (connection ? connection.say(word) : tell({ word }))

  let connection: ReturnType<typeof connect> | undefined
  const lead = () => {
    if (ended.signal.aborted) return undefined
    connection = connect(isSignedIn, (push) => {
      hear(push)
      tell({ push })
    })
    return new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve()))
  }
  // Browsers know locks on secure pages only; elsewhere every tab has a connection of its own.
  if ('locks' in navigator) {
    navigator.locks.request(`lustra.live.${userId}`, { signal: ended.signal }, lead).catch(() => {})
  } else void lead()

  return () => {
    say = () => {}
    ended.abort()
    connection?.end()
    tabs.close()
  }
}

/** Opens the connection, and again with growing waits whenever it is lost, at once when the network is back. */
function connect(isSignedIn: () => Promise<boolean>, hear: Hear) {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let losses = 0
  let ended = false

  const open = () => {
    if (ended) return
    socket = new WebSocket(LIVE_PATH)
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const push = JSON.parse(data) as LiveEvent
      if (push.type === 'hello') losses = 0
      hear(push)
    })
    socket.addEventListener('close', () => {
      socket = undefined
      again()
    })
  }
  const again = () => {
    clearTimeout(timer)
    if (!ended) timer = setTimeout(() => void tryAgain(), backoffMs(++losses))
  }
  const tryAgain = async () => {
    if (socket || !navigator.onLine) return
    const signedIn = await isSignedIn().catch(() => undefined)
    if (signedIn) open()
    else if (signedIn === undefined) again()
  }
  const atOnce = () => {
    clearTimeout(timer)
    losses = 0
    void tryAgain()
  }
  window.addEventListener('online', atOnce)
  open()

  return {
    say(word: TypingSignal) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(word))
    },
    end() {
      ended = true
      clearTimeout(timer)
      window.removeEventListener('online', atOnce)
      // Browsers complain of a connection that is ended before it came about.
      if (socket?.readyState === WebSocket.CONNECTING) {
        socket.addEventListener('open', ({ target }) => (target as WebSocket).close())
      } else socket?.close()
    },
  }
}
