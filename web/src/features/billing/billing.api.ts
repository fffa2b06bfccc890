import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { DASHBOARD_REFRESH_MS } from '#contract/product.ts'
import type { Answer, Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { BOOKINGS_KEY } from '#web/features/bookings/bookings.api.ts'

const KEY = 'money'

export type LeadsStatus = Answer<'GET /api/professional/leads-status/{id}'>

/** Credits and subscription as they stand; asked again every 30 s (professional spec 9). */
export function leadsStatusQuery(api: Api, professionalId: string) {
  return queryOptions({
    queryKey: [KEY, 'leads-status', professionalId],
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
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/ledger/{id}', { params: { id: professionalId }, signal }),
    staleTime: 0,
  })
}

/** Every payment, and what each year came to (decision 24). */
export function billingHistoryQuery(api: Api, professionalId: string) {
  return queryOptions({
    queryKey: [KEY, 'billing-history', professionalId],
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
    onSettled: () => moneyChanged(queryClient),
  })
}

/** Money came or went: what shows it, and the leads that a credit opens, is asked for again. */
export function moneyChanged(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: [KEY] }),
    queryClient.invalidateQueries({ queryKey: BOOKINGS_KEY }),
  ])
}
