import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'

/** The keys of all queries that read the account. */
const accountKeys = {
  settings: (userId: string) => ['account', userId, 'settings'] as const,
  sessions: (userId: string) => ['account', userId, 'sessions'] as const,
  decisions: (userId: string) => ['account', userId, 'decisions'] as const,
  reliability: (userId: string) => ['account', userId, 'reliability'] as const,
  events: (userId: string) => ['account', userId, 'security-events'] as const,
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

/** Reads the operators' decisions about the account, newest first, in pages of 50. rule: decisions */
export function decisionsQuery(api: Api, id: string) {
  return infiniteQueryOptions({
    queryKey: accountKeys.decisions(id),
    queryFn: ({ signal, pageParam }) =>
      api.call('GET /api/users/{id}/decisions', {
        params: { id },
        query: pageParam === undefined ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ decisions, has_more }) => (has_more ? decisions.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flatMap(({ decisions }) => decisions),
  })
}

/** Asks another operator to look at a decision. rule: appeals */
export function useAppeal(userId: string, decisionId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (text: string) =>
      api.call('POST /api/users/{id}/decisions/{decisionId}/appeal', {
        params: { id: userId, decisionId },
        body: { text },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountKeys.decisions(userId) }),
  })
}

/** The own visits and late cancellations. rule: reliability */
export function reliabilityQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: accountKeys.reliability(id),
    queryFn: ({ signal }) =>
      api.call('GET /api/users/{id}/reliability', { params: { id }, signal }),
    staleTime: 0,
    meta: { refreshedBy: ['booking-status', 'bookings'] },
  })
}

/** Reads the security events of the account, newest first, in pages of 50. */
export function securityEventsQuery(api: Api, id: string) {
  return infiniteQueryOptions({
    queryKey: accountKeys.events(id),
    queryFn: ({ signal, pageParam }) =>
      api.call('GET /api/users/{id}/security-events', {
        params: { id },
        query: pageParam === undefined ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ events, has_more }) => (has_more ? events.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flatMap(({ events }) => events),
    staleTime: 0,
  })
}

/** Reads the settings again, after the user asked for another address or withdrew it. */
export function refreshSettings(queryClient: QueryClient, userId: string): Promise<unknown> {
  return queryClient.invalidateQueries({ queryKey: accountKeys.settings(userId) })
}

/** Reads the sessions and the security events again, after the user ended sessions. */
export function refreshSessions(queryClient: QueryClient, userId: string): Promise<unknown> {
  const keys = [accountKeys.sessions(userId), accountKeys.events(userId)]
  return Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
