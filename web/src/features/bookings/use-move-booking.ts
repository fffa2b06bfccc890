import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { refreshQueries } from '#web/api/query-meta.ts'

type Move = { id: string } & Input<'PUT /api/bookings/{id}/status'>['body']

/** Accept, decline, complete or cancel; whatever came of it, lists and threads then show what is true. */
export function useMoveBooking() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Move) =>
      api.call('PUT /api/bookings/{id}/status', { params: { id }, body }),
    onSettled: () => refreshQueries(queryClient, 'booking-status'),
  })
}
