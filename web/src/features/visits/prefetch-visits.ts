import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/identity.ts'
import type { Api } from '#web/api/client.ts'
import { ME_KEY } from '#web/session/session.ts'
import { visitQuery } from './visits.api.ts'

const AHEAD_MS = 2 * 86_400_000
const VISITS_MAX = 8

/** Reads the visits of today and tomorrow, so that they open offline. rule: press-queue */
export async function prefetchVisits({
  api,
  queryClient,
  userId,
}: {
  api: Api
  queryClient: QueryClient
  userId: string
}): Promise<void> {
  const user = queryClient.getQueryData<User | null>(ME_KEY)
  if (user?.id !== userId) return
  for (const id of await comingVisits(api, user)) {
    await queryClient.prefetchQuery({ ...visitQuery(api, id), staleTime: 60_000 })
  }
}

async function comingVisits(api: Api, { id: userId, role }: User): Promise<string[]> {
  if (role === 'professional') {
    const { days } = await api.call('GET /api/professional/agenda/{id}', {
      params: { id: userId },
      query: {},
    })
    const visits = days.flatMap((day) => day.visits)
    const accepted = visits.filter(({ status }) => status === 'accepted')
    return [...new Set(accepted.map(({ booking_id }) => booking_id))].slice(0, VISITS_MAX)
  }
  const { bookings } = await api.call('GET /api/bookings/client/{id}', {
    params: { id: userId },
    query: { when: 'upcoming', page_size: VISITS_MAX },
  })
  const until = Date.now() + AHEAD_MS
  return bookings
    .filter(({ status, starts_at }) => status === 'accepted' && Date.parse(starts_at) < until)
    .map(({ id }) => id)
}
