import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api/client.ts'

/** The saved account. */
export function settingsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['account', id, 'settings'],
    queryFn: ({ signal }) => api.call('GET /api/users/{id}/settings', { params: { id }, signal }),
    staleTime: 0,
  })
}

/** The user's sessions. */
export function sessionsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['account', id, 'sessions'],
    queryFn: ({ signal }) => api.call('GET /api/users/{id}/sessions', { params: { id }, signal }),
    select: ({ sessions }) => sessions,
    staleTime: 0,
  })
}
