import type { QueryClient } from '@tanstack/react-query'
import type { I18n } from '#web/i18n/i18n.ts'
import type { LivePush } from '#contract/messaging.ts'
import { Refusal } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'
import { sendOutbox } from '#web/features/messaging/send-outbox.ts'
import { deleteUserFiles } from '#web/session/user-files.ts'
import { subscribeToLive, startLive } from '#web/api/live-connection.ts'
import { MESSAGES_KEY } from '#web/features/messaging/thread-cache.ts'
import { outbox } from '#web/features/messaging/outbox.ts'
import { endExpiredSession } from '#web/session/session-expiry.ts'
import { STORED_USER_KEY, storedUser } from '#web/session/session.ts'

/** What a push makes us ask for anew; after a gap, everything. */
const NUDGED: Record<LivePush['type'], readonly string[]> = {
  hello: [...MESSAGES_KEY, 'bookings', 'notices'],
  conversation: MESSAGES_KEY,
  typing: [],
  bookings: ['bookings'],
  notices: ['notices'],
}

/** A first reading that is on its way may not see what the push is about: it is not begun anew, so it is asked for again once it has come. */
async function askAnew(queryClient: QueryClient, key: string): Promise<void> {
  const onTheirWay = queryClient
    .getQueryCache()
    .findAll({ queryKey: [key], fetchStatus: 'fetching' })
  // Begun anew, a list would lose the further page that somebody has just asked for.
  const gently = { cancelRefetch: false }
  await queryClient.invalidateQueries({ queryKey: [key] }, gently)
  for (const { queryKey } of onTheirWay)
    void queryClient.invalidateQueries({ queryKey, exact: true }, gently)
}

type Background = { api: Api; queryClient: QueryClient; i18n: I18n; userId: string }

/** What goes on behind the screens while somebody is signed in: the live connection, and sending what waits to be sent. */
export function startBackgroundWork(background: Background): () => void {
  const { queryClient, userId } = background
  outbox.open(userId)
  // On a shared device one person's photos are not left for the next.
  void deleteUserFiles(userId).catch(() => {})
  const stops = [
    startLive(userId, () => isSignedIn(background)),
    subscribeToLive(({ type }) => {
      for (const key of NUDGED[type]) void askAnew(queryClient, key)
    }),
    sendOutbox(background),
    followPerson(background),
    () => outbox.close(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** In another tab she has logged out, or somebody else has logged in. */
function followPerson(background: Background): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key !== STORED_USER_KEY || storedUser()?.id === background.userId) return
    isSignedIn(background).catch(() => {
      // Where the server cannot be asked, the other tab is believed.
      if (storedUser() === null) endExpiredSession(background.queryClient, background.i18n)
    })
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** Asks through the cache of queries, where an ended session is noticed; where somebody else is here, the page becomes hers. */
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
