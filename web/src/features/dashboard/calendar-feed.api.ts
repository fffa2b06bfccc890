import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'

const calendarFeedKeys = {
  all: ['calendar-feed'] as const,
  one: (professionalId: string) => ['calendar-feed', professionalId] as const,
}

/** When the calendar address was made; null without one. rule: calendar-feed */
export function calendarFeedQuery(api: Api, professionalId: string) {
  return queryOptions({
    queryKey: calendarFeedKeys.one(professionalId),
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/calendar-feed/{id}', {
        params: { id: professionalId },
        signal,
      }),
  })
}

/** Makes an address and replaces the one before. Only its answer contains the address. */
export function useRenewCalendarFeed(professionalId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      api.call('POST /api/professional/calendar-feed/{id}', { params: { id: professionalId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: calendarFeedKeys.all }),
  })
}

export function useRevokeCalendarFeed(professionalId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      api.call('DELETE /api/professional/calendar-feed/{id}', { params: { id: professionalId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: calendarFeedKeys.all }),
  })
}
