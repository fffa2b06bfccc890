import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api/client.ts'

/** The keys of all queries that read the account. */
const accountKeys = {
  settings: (userId: string) => ['account', userId, 'settings'] as const,
  sessions: (userId: string) => ['account', userId, 'sessions'] as const,
}

/** The saved account. */
export function settingsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: accountKeys.settings(id),
    queryFn: ({ signal }) => api.call('GET /api/users/{id}/settings', { params: { id }, signal }),
    staleTime: 0,
  })
}

/** The user's sessions. */
export function sessionsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: accountKeys.sessions(id),
    queryFn: ({ signal }) => api.call('GET /api/users/{id}/sessions', { params: { id }, signal }),
    select: ({ sessions }) => sessions,
    staleTime: 0,
  })
}
