import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { NewVisitChange, VisitChangeAnswer } from '#contract/bookings/agreements.ts'
import type { Api } from '#web/api/client.ts'
import { FORGET_AFTER_SCREEN } from '#web/api/forget-after-screen.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { randomKey } from '#web/api/random-key.ts'
import { useApi } from '#web/api/use-api.ts'
import { BOOKINGS_META } from '../list/bookings.api.ts'

const agreementKeys = {
  version: (bookingId: string, version: number | undefined) =>
    ['agreements', bookingId, version ?? 'latest'] as const,
}

/** A version of the work agreement of a visit, by default the latest; also offline. rule: work-agreement */
export function agreementQuery(api: Api, id: string, version?: number) {
  return queryOptions({
    queryKey: agreementKeys.version(id, version),
    queryFn: ({ signal }) =>
      api.call('GET /api/bookings/{id}/agreement', {
        params: { id },
        query: version === undefined ? {} : { version },
        signal,
      }),
    select: ({ agreement }) => agreement,
    meta: BOOKINGS_META,
    ...FORGET_AFTER_SCREEN,
  })
}

/** rule: work-agreement */
export function useConfirmAgreement(id: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { version: number; hash: string }) =>
      api.call('POST /api/bookings/{id}/agreement/confirm', { params: { id }, body }),
    onSettled: () => refreshQueries(queryClient, 'booking-status'),
  })
}

/** A retry of the same content has the same key. rule: visit-changes, idempotency-key */
export function useProposeChange(id: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const sent = useRef({ content: '', key: '' })
  return useMutation({
    mutationFn: (body: NewVisitChange) => {
      const content = JSON.stringify(body)
      if (sent.current.content !== content) sent.current = { content, key: randomKey() }
      return api.call('POST /api/bookings/{id}/changes', {
        params: { id },
        body,
        idempotencyKey: sent.current.key,
      })
    },
    onSettled: () => refreshQueries(queryClient, 'booking-status'),
  })
}

/** Accepts, declines or withdraws. rule: visit-changes */
export function useAnswerChange(id: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ changeId, answer }: { changeId: string; answer: VisitChangeAnswer }) =>
      api.call('PUT /api/bookings/{id}/changes/{changeId}', {
        params: { id, changeId },
        body: { answer },
      }),
    onSettled: () => refreshQueries(queryClient, 'booking-status'),
  })
}
