import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api/client.ts'

/** The account as it is saved. */
export function settingsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['account', id, 'settings'],
    queryFn: ({ signal }) => api.call('GET /api/users/{id}/settings', { params: { id }, signal }),
    staleTime: 0,
  })
}

/** Where a person is signed in. */
export function sessionsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['account', id, 'sessions'],
    queryFn: ({ signal }) => api.call('GET /api/users/{id}/sessions', { params: { id }, signal }),
    select: ({ sessions }) => sessions,
    staleTime: 0,
  })
}
