import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { simulatedCheckoutQuery } from './simulated-checkout.api.ts'

/** Sends the choice to the provider and follows its redirect. `isDeclined`: the card was declined, and the page stays open. */
export function useSettle(session: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = simulatedCheckoutQuery(api, session)
  const settle = useMutation({
    mutationFn: (body: Input<'POST /api/simulated-checkout/{session}'>['body']) =>
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
