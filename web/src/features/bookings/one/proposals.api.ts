import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ProposalAnswer } from '#contract/bookings/proposals.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { randomKey } from '#web/api/random-key.ts'
import { useApi } from '#web/api/use-api.ts'

type ProposedTime = {
  booking_date: string
  booking_time: string
  note: string
  counter_to?: string
}

/** Proposes another time. A retry of the same content has the same key. rule: proposals, idempotency-key */
export function useProposeTime(bookingId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const sent = useRef({ content: '', key: '' })
  return useMutation({
    mutationFn: (body: ProposedTime) => {
      const content = JSON.stringify(body)
      if (sent.current.content !== content) sent.current = { content, key: randomKey() }
      return api.call('POST /api/bookings/{id}/proposals', {
        params: { id: bookingId },
        body,
        idempotencyKey: sent.current.key,
      })
    },
    onSettled: () => refreshQueries(queryClient, 'booking-status'),
  })
}

type Answer = { bookingId: string; proposalId: string; answer: ProposalAnswer }

/** Accepts, declines or withdraws. All screens that show the booking are read again, also after a failure. */
export function useAnswerProposal() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ bookingId, proposalId, answer }: Answer) =>
      api.call('PUT /api/bookings/{id}/proposals/{proposalId}', {
        params: { id: bookingId, proposalId },
        body: { answer },
      }),
    onSettled: () => refreshQueries(queryClient, 'booking-status'),
  })
}
