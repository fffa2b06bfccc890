import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { DASHBOARD_REFRESH_MS } from '#contract/product.ts'
import type { Answer, Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { refreshQueries } from '#web/api/query-meta.ts'

const KEY = 'money'

export type LeadsStatus = Answer<'GET /api/professional/leads-status/{id}'>

/** Credits and subscription as they stand; asked again every 30 s (professional spec 9). */
export function leadsStatusQuery(api: Api, professionalId: string) {
  return queryOptions({
    queryKey: [KEY, 'leads-status', professionalId],
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

/** Every credit and why (decision 17). */
export function ledgerQuery(api: Api, professionalId: string) {
  return queryOptions({
    queryKey: [KEY, 'ledger', professionalId],
    meta: { refreshedBy: ['credits'] },
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/ledger/{id}', { params: { id: professionalId }, signal }),
    staleTime: 0,
  })
}

/** Every payment, and what each year came to (decision 24). */
export function billingHistoryQuery(api: Api, professionalId: string) {
  return queryOptions({
    queryKey: [KEY, 'billing-history', professionalId],
    meta: { refreshedBy: ['credits'] },
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/billing-history/{id}', {
        params: { id: professionalId },
        signal,
      }),
    staleTime: 0,
  })
}

/** One invoice of hers, by its number such as 'L-12'. */
export function invoiceQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [KEY, 'invoice', id],
    meta: { refreshedBy: ['credits'] },
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/professional/invoices/{id}', { params: { id }, signal })).invoice,
  })
}

/** Ends the subscription with what is paid (decision 19); what the screens show is then true. */
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
