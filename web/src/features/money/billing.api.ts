import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { DASHBOARD_REFRESH_MS } from '#contract/bookings/booking-rules.ts'
import type { Answer, Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { refreshQueries } from '#web/api/query-meta.ts'

/** The keys of everything that is cached about money. */
export const billingKeys = {
  leadsStatus: (professionalId: string) => ['money', 'leads-status', professionalId] as const,
  ledger: (professionalId: string) => ['money', 'ledger', professionalId] as const,
  history: (professionalId: string) => ['money', 'billing-history', professionalId] as const,
  invoice: (id: string) => ['money', 'invoice', id] as const,
  paymentReturn: (professionalId: string, session: string) =>
    ['payment-return', professionalId, session] as const,
  paymentSuccess: (professionalId: string, session: string) =>
    ['payment-success', professionalId, session] as const,
}

export type LeadsStatus = Answer<'GET /api/professional/leads-status/{id}'>

/** Credits and subscription; refetched every 30 s. rule: credit-ledger */
export function leadsStatusQuery(api: Api, professionalId: string) {
  return queryOptions({
    queryKey: billingKeys.leadsStatus(professionalId),
    meta: { refreshedBy: ['credits'] },
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/leads-status/{id}', {
        params: { id: professionalId },
        signal,
      }),
    refetchInterval: DASHBOARD_REFRESH_MS,
    refetchOnWindowFocus: 'always',
  })
}

/** rule: credit-ledger */
export function ledgerQuery(api: Api, professionalId: string) {
  return queryOptions({
    queryKey: billingKeys.ledger(professionalId),
    meta: { refreshedBy: ['credits'] },
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/ledger/{id}', { params: { id: professionalId }, signal }),
    staleTime: 0,
  })
}

/** rule: billing-history */
export function billingHistoryQuery(api: Api, professionalId: string) {
  return queryOptions({
    queryKey: billingKeys.history(professionalId),
    meta: { refreshedBy: ['credits'] },
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/billing-history/{id}', {
        params: { id: professionalId },
        signal,
      }),
    staleTime: 0,
  })
}

/** One invoice, by its number such as 'L-12'. rule: billing-history */
export function invoiceQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: billingKeys.invoice(id),
    meta: { refreshedBy: ['credits'] },
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/professional/invoices/{id}', { params: { id }, signal })).invoice,
  })
}

/** Cancels the subscription and refetches what the screens show about money. rule: cancel-at-period-end */
export function useCancelSubscription(professionalId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      api.call('POST /api/professional/cancel-subscription', {
        query: { user_id: professionalId },
      }),
    onSettled: () => refreshQueries(queryClient, 'credits'),
  })
}
