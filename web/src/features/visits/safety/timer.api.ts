import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#web/api/client.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useApi } from '#web/api/use-api.ts'

const timerKeys = { ofVisit: (bookingId: string) => ['safety', 'timer', bookingId] as const }

/** The timer of a visit; never stored for use offline. rule: safety-contact */
export function safetyTimerQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: timerKeys.ofVisit(id),
    queryFn: ({ signal }) => api.call('GET /api/bookings/{id}/safety', { params: { id }, signal }),
    meta: { refreshedBy: ['booking-status', 'bookings'] },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 60_000,
  })
}

/** Sets the timer of a visit; null says 'I am safe'. */
export function useSetTimer(id: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (check_by: string | null) =>
      api.call('PUT /api/bookings/{id}/safety', { params: { id }, body: { check_by } }),
    onSettled: () => refreshQueries(queryClient, 'bookings'),
  })
}
