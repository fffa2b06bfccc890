import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '#contract/talk/messaging.ts'
import { Refusal } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'
import { startLive, subscribeToLive } from '#web/api/live-connection.ts'
import { refreshQueriesAfterLiveEvent } from '#web/api/query-meta.ts'
import { outbox } from '#web/features/talk/messages/outbox.ts'
import { sendOutbox } from '#web/features/talk/messages/send-outbox.ts'
import { renewDevicePush } from '#web/features/talk/notices/device-push.ts'
import { pressQueue } from '#web/features/visits/day/press-queue.ts'
import { sendPresses } from '#web/features/visits/day/send-presses.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import { endExpiredSession } from '#web/session/session-expiry.ts'
import { STORED_USER_KEY, storedUser } from '#web/session/session.ts'
import { deleteUserFiles } from '#web/session/user-files.ts'

/**
 * The changes that each live event reports. 'hello' starts a connection: events before it were missed, so any data may
 * be stale.
 */
const STALE_AFTER_EVENT = {
  hello: ['messages', 'bookings', 'notices'],
  conversation: ['messages'],
  typing: [],
  bookings: ['bookings'],
  notices: ['notices'],
} as const satisfies Record<LiveEvent['type'], readonly string[]>

type Background = { api: Api; queryClient: QueryClient; i18n: I18n; userId: string }

/**
 * Starts what runs on all screens of a signed-in user: the live connection and the sending of queued messages. Returns
 * how to stop.
 */
export function startBackgroundWork(background: Background): () => void {
  const { queryClient, userId } = background
  outbox.loadFor(userId)
  pressQueue.loadFor(userId)
  // On a shared device, another user's unsent photos are deleted.
  void deleteUserFiles(userId).catch(() => {})
  // A browser that does not subscribe now tries again at the next visit.
  void renewDevicePush(background.api, userId).catch(() => {})
  const stops = [
    startLive(userId, () => isSignedIn(background)),
    subscribeToLive(({ type }) => {
      // A newer server may know more kinds of events than this page.
      for (const change of Object.hasOwn(STALE_AFTER_EVENT, type) ? STALE_AFTER_EVENT[type] : [])
        void refreshQueriesAfterLiveEvent(queryClient, change)
    }),
    sendOutbox(background),
    sendPresses(background),
    followSessionOfOtherTabs(background),
    () => outbox.close(),
    () => pressQueue.close(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Checks who is signed in, when in another tab the user logged out or another user logged in. */
function followSessionOfOtherTabs(background: Background): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key !== STORED_USER_KEY || storedUser()?.id === background.userId) return
    isSignedIn(background).catch(() => {
      // The server cannot be reached, so the stored user decides.
      if (storedUser() === null) endExpiredSession(background.queryClient, background.i18n)
    })
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/**
 * Whether this user is still signed in. Reloads the page if another user is. The call goes through the query cache,
 * whose error handler notices an expired session.
 */
async function isSignedIn({ api, queryClient, userId }: Background): Promise<boolean> {
  try {
    const user = await queryClient.fetchQuery({
      queryKey: ['still-signed-in'],
      queryFn: ({ signal }) => api.call('GET /api/auth/me', { signal }),
      staleTime: 0,
      retry: false,
    })
    if (user.id === userId) return true
    window.location.reload()
    return false
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_signed_in') return false
    throw error
  }
}
