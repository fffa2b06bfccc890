import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Answer, Api } from '#web/api/client.ts'

export type Found = Answer<'GET /api/operator/search'>
export type PersonPage = Answer<'GET /api/operator/people/{id}'>

/** rule: finding */
export function searchQuery(api: Api, q: string) {
  return queryOptions({
    queryKey: ['found', q],
    queryFn: ({ signal }) => api.call('GET /api/operator/search', { query: { q }, signal }),
    enabled: q.length >= 2,
  })
}

/** rule: finding */
export function personQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['person', id],
    queryFn: ({ signal }) => api.call('GET /api/operator/people/{id}', { params: { id }, signal }),
  })
}

/** rule: finding */
export function timelineQuery(api: Api, id: string) {
  return infiniteQueryOptions({
    queryKey: ['person', id, 'timeline'],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /api/operator/people/{id}/timeline', {
        params: { id },
        query: pageParam ? { before: pageParam } : {},
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ entries, has_more }) => (has_more ? entries.at(-1)?.id : undefined),
  })
}

/** rule: finding */
export function bookingQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['booking', id],
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/operator/bookings/{id}', { params: { id }, signal })).booking,
  })
}

/** rule: finding */
export function paymentQuery(api: Api, number: string) {
  return queryOptions({
    queryKey: ['payment', number],
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/operator/payments/{number}', { params: { number }, signal }))
        .payment,
  })
}
