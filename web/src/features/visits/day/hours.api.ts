import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { HoursAnswer } from '#contract/bookings/hours.ts'
import type { PaymentRecord } from '#contract/bookings/receipts.ts'
import type { Api } from '#web/api/client.ts'
import { FORGET_AFTER_SCREEN } from '#web/api/forget-after-screen.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useApi } from '#web/api/use-api.ts'
import { BOOKINGS_META } from '#web/features/bookings/list/bookings.api.ts'
import { visitKeys } from './visits.api.ts'

/** The client's yes or no, or fewer minutes of the professional. rule: settle-hours */
export function useAnswerHours(bookingId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: HoursAnswer) =>
      api.call('PUT /api/bookings/{id}/hours', { params: { id: bookingId }, body }),
    onSettled: () => refreshQueries(queryClient, 'bookings'),
  })
}

/** The receipt of a visit, also offline. rule: receipts */
export function receiptQuery(api: Api, bookingId: string) {
  return queryOptions({
    queryKey: visitKeys.receipt(bookingId),
    queryFn: ({ signal }) =>
      api.call('GET /api/bookings/{id}/receipt', { params: { id: bookingId }, signal }),
    select: ({ receipt }) => receipt,
    meta: BOOKINGS_META,
    ...FORGET_AFTER_SCREEN,
  })
}

/** rule: receipts */
export function useRecordPayment(bookingId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: PaymentRecord) =>
      api.call('PUT /api/bookings/{id}/payment', { params: { id: bookingId }, body }),
    onSettled: () => refreshQueries(queryClient, 'bookings'),
  })
}

/** A professional's receipts of a year. rule: receipts */
export function receiptsQuery(api: Api, professionalId: string, year: number) {
  return queryOptions({
    queryKey: visitKeys.receipts(professionalId, year),
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/receipts/{id}', {
        params: { id: professionalId },
        query: { year },
        signal,
      }),
    meta: { refreshedBy: ['bookings', 'booking-status'] },
  })
}
