import type { LiveEvent, TypingSignal } from '#contract/talk/messaging.ts'
import { LIVE_PATH } from '#contract/browser-names.ts'
import { backoffMs } from './backoff.ts'

type Listener = (event: LiveEvent) => void
/**
 * A message between the tabs of this browser: an event that arrived, or a typing signal for the server. After a
 * deployment, tabs with older code read and send these names too.
 */
type TabMessage = { push: LiveEvent } | { word: TypingSignal }

const listeners = new Set<Listener>()
let sendSignal: (signal: TypingSignal) => void = () => {}

/** Calls the listener for each event of the live connection. Returns how to unsubscribe. rule: live-refresh */
export function subscribeToLive(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sends a typing signal. Without a connection it is lost. rule: live-refresh */
export function sendLive(signal: TypingSignal): void {
  sendSignal(signal)
}

/**
 * Opens one connection for all tabs of this browser. The tab that holds a Web Lock opens it and passes events on to the
 * other tabs. When that tab closes, another tab gets the lock. `isSignedIn` is checked before each later connection, so
 * that an ended session opens none. Returns a function that closes the connection. rule: live-refresh
 */
export function startLive(userId: string, isSignedIn: () => Promise<boolean>): () => void {
  const stopped = new AbortController()
  const notifyListeners: Listener = (event) => listeners.forEach((listener) => listener(event))
  const tabs = new BroadcastChannel(`lustra.live.${userId}`)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin: ours
  const sendToTabs = (message: TabMessage) => tabs.postMessage(message)
  tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if ('push' in data) notifyListeners(data.push)
    else connection?.send(data.word)
  })
  sendSignal = (signal) => (connection ? connection.send(signal) : sendToTabs({ word: signal }))

  let connection: ReturnType<typeof connect> | undefined
  const holdConnection = (mayBeSignedOut: boolean) => {
    if (stopped.signal.aborted) return undefined
    connection = connect(isSignedIn, mayBeSignedOut, (event) => {
      notifyListeners(event)
      sendToTabs({ push: event })
    })
    // The lock is held until this promise resolves.
    return new Promise<void>((resolve) => stopped.signal.addEventListener('abort', () => resolve()))
  }
  const holdWithLock = async (locks: LockManager) => {
    const name = `lustra.live.${userId}`
    await locks.request(name, { ifAvailable: true }, (lock) => lock && holdConnection(false))
    // Another tab had the connection. It may have closed because the user logged out there.
    await locks.request(name, { signal: stopped.signal }, () => holdConnection(true))
  }
  // Web Locks exist only in secure contexts. Over plain http each tab has its own connection.
  if ('locks' in navigator) void holdWithLock(navigator.locks).catch(() => {})
  else void holdConnection(false)

  return () => {
    sendSignal = () => {}
    stopped.abort()
    connection?.close()
    tabs.close()
  }
}

/** Opens the connection. Reconnects with back-off whenever it is lost, and at once when the network returns. */
function connect(isSignedIn: () => Promise<boolean>, mayBeSignedOut: boolean, onEvent: Listener) {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let losses = 0
  let isClosed = false

  const open = () => {
    if (isClosed) return
    socket = new WebSocket(LIVE_PATH)
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as LiveEvent
      if (event.type === 'hello') losses = 0
      onEvent(event)
    })
    socket.addEventListener('close', () => {
      socket = undefined
      reconnectLater()
    })
  }
  const reconnectLater = () => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void reconnect(), backoffMs(++losses))
  }
  const reconnect = async () => {
    if (socket || !navigator.onLine) return
    const signedIn = await isSignedIn().catch(() => undefined)
    if (signedIn) open()
    // Undefined: the server could not be reached.
    else if (signedIn === undefined) reconnectLater()
  }
  const reconnectNow = () => {
    clearTimeout(timer)
    losses = 0
    void reconnect()
  }
  window.addEventListener('online', reconnectNow)
  if (mayBeSignedOut) void reconnect()
  else open()

  return {
    send(signal: TypingSignal) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(signal))
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      window.removeEventListener('online', reconnectNow)
      // Browsers log an error if a connection is closed before it is open.
      if (socket?.readyState === WebSocket.CONNECTING) {
        socket.addEventListener('open', ({ target }) => (target as WebSocket).close())
      } else socket?.close()
    },
  }
}
