import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'

const KEY = 'calendar-feed'

/** Since when a calendar may read her visits; null when none may. */
export function calendarFeedQuery(api: Api, professionalId: string) {
  return queryOptions({
    queryKey: [KEY, professionalId],
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/calendar-feed/{id}', {
        params: { id: professionalId },
        signal,
      }),
  })
}

/** Makes an address in the place of the one before; its answer is the only time that it is told. */
export function useRenewCalendarFeed(professionalId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      api.call('POST /api/professional/calendar-feed/{id}', { params: { id: professionalId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
  })
}

/** Stops the address. */
export function useRevokeCalendarFeed(professionalId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      api.call('DELETE /api/professional/calendar-feed/{id}', { params: { id: professionalId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
  })
}
