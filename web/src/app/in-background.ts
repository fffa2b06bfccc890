import type { QueryClient } from '@tanstack/react-query'
import type { I18n } from './i18n.ts'
import type { LivePush } from '#contract/messaging.ts'
import type { Api } from './api.ts'
import { keepSending } from './keep-sending.ts'
import { listenToLive, startLive } from './live.ts'
import { MESSAGES_KEY } from './messages.ts'
import { outbox } from './outbox.ts'
import { meQuery } from './session.ts'

/** What a push makes us ask for anew; after a gap, everything. */
const NUDGED: Record<LivePush['type'], readonly string[]> = {
  hello: [...MESSAGES_KEY, 'bookings', 'notices'],
  conversation: MESSAGES_KEY,
  typing: [],
  bookings: ['bookings'],
  notices: ['notices'],
}

type Background = { api: Api; queryClient: QueryClient; i18n: I18n; userId: string }

/** What goes on behind the screens while somebody is signed in: the live connection, and sending what waits to be sent. */
export function startBackground(background: Background): () => void {
  const { api, queryClient, userId } = background
  outbox.open(userId)
  const stops = [
    startLive(userId, async () => {
      const user = await queryClient.fetchQuery({ ...meQuery(api), staleTime: 0, retry: false })
      return user?.id === userId
    }),
    listenToLive(({ type }) => {
      for (const key of NUDGED[type]) void queryClient.invalidateQueries({ queryKey: [key] })
    }),
    keepSending(background),
    () => outbox.close(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
