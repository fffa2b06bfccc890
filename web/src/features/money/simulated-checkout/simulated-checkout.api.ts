import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answer, Api, Input } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'

export type SimulatedCheckout = Answer<'GET /api/simulated-checkout/{session}'>
/** The chosen behaviour of the simulated provider: the result, and whether later renewals succeed. */
export type SettleCheckout = Input<'POST /api/simulated-checkout/{session}'>['body']

const checkoutKeys = { one: (session: string) => ['simulated-checkout', session] as const }

/** A simulated checkout of the signed-in professional. Never cached, because another tab may have settled it. */
export function simulatedCheckoutQuery(api: Api, session: string) {
  return queryOptions({
    queryKey: checkoutKeys.one(session),
    queryFn: ({ signal }) =>
      api.call('GET /api/simulated-checkout/{session}', { params: { session }, signal }),
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  })
}

/** Sends the choice to the provider and follows its redirect. After a declined card the page stays open. */
export function useSettleCheckout(session: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = simulatedCheckoutQuery(api, session)
  const settle = useMutation({
    mutationFn: (body: SettleCheckout) =>
      api.call('POST /api/simulated-checkout/{session}', { params: { session }, body }),
    onSuccess({ status, redirect_url }) {
      queryClient.setQueryData(queryKey, (page) => page && { ...page, status })
      if (redirect_url !== null) window.location.assign(redirect_url)
    },
    // Another tab may have settled the checkout: read its status again.
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  })
  return { ...settle, isDeclined: settle.data?.outcome === 'declined' }
}
