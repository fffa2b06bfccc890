import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Role } from '#contract/product.ts'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'

const calendarFeedKeys = {
  all: ['calendar-feed'] as const,
  one: (userId: string) => ['calendar-feed', userId] as const,
}

/** Whose calendar address it is. */
export type FeedOwner = { id: string; role: Role }

/** When the calendar address was made; null without one. rule: visit-calendar */
export function calendarFeedQuery(api: Api, { id, role }: FeedOwner) {
  return queryOptions({
    queryKey: calendarFeedKeys.one(id),
    queryFn: ({ signal }) =>
      api.call(`GET /api/${role}/calendar-feed/{id}`, { params: { id }, signal }),
  })
}

/**
 * Makes an address and replaces the one before. Only its answer contains the address, and that of a retry with the same
 * key. rule: idempotency-key
 */
export function useRenewCalendarFeed({ id, role }: FeedOwner) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (idempotencyKey: string) =>
      api.call(`POST /api/${role}/calendar-feed/{id}`, { params: { id }, idempotencyKey }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: calendarFeedKeys.all }),
  })
}

export function useRevokeCalendarFeed({ id, role }: FeedOwner) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.call(`DELETE /api/${role}/calendar-feed/{id}`, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: calendarFeedKeys.all }),
  })
}
