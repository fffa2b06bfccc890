import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PairState } from '#contract/visits/checklist-rules.ts'
import type { Api } from '#web/api/client.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useApi } from '#web/api/use-api.ts'
import { visitKeys } from '../day/visits.api.ts'

/** Deletes a photo of a visit. rule: visit-photos */
export function useDeletePhoto(bookingId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (file: string) =>
      api.call('DELETE /api/bookings/{id}/photos/{file}', { params: { id: bookingId, file } }),
    onSettled: () => refreshQueries(queryClient, 'bookings'),
  })
}

/** The own pairs of photos, of either role. rule: photo-pairs */
export function pairsQuery(api: Api, userId: string) {
  return queryOptions({
    queryKey: visitKeys.pairs(userId),
    queryFn: ({ signal }) => api.call('GET /api/pairs', { signal }),
    select: ({ pairs }) => pairs,
    meta: { refreshedBy: ['bookings'] },
    gcTime: 0,
  })
}

/** Asks the client for a pair. rule: photo-pairs */
export function useAskForPair(bookingId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { before: string; after: string }) =>
      api.call('POST /api/bookings/{id}/pairs', { params: { id: bookingId }, body }),
    onSettled: () => refreshQueries(queryClient, 'bookings'),
  })
}

export type PairChange = Exclude<PairState, 'asked'> | 'withdrawn'

/** The client's answer, or that the professional takes the pair back. rule: photo-pairs */
export function useChangePair(id: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (state: PairChange) => {
      if (state === 'withdrawn') await api.call('DELETE /api/pairs/{id}', { params: { id } })
      else await api.call('PUT /api/pairs/{id}', { params: { id }, body: { state } })
    },
    onSettled: () => refreshQueries(queryClient, 'bookings'),
  })
}
