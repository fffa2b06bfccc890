import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Input } from '../../app/api.ts'
import { useApi } from '../../app/context.tsx'
import { BOOKINGS_KEY } from './bookings.api.ts'

type Move = { id: string } & Input<'PUT /api/bookings/{id}/status'>['body']

/** Accept, decline, complete or cancel; whatever came of it, the lists then show what is true. */
export function useMoveBooking() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Move) =>
      api.call('PUT /api/bookings/{id}/status', { params: { id }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: BOOKINGS_KEY }),
  })
}
