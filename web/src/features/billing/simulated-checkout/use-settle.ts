import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { simulatedCheckoutQuery } from './simulated-checkout.api.ts'

/** Tells the provider what was chosen, and goes where its page leads then; `isDeclined` once a card was. */
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
    // Settled elsewhere, perhaps: the page then says how it stands.
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  })
  return { ...settle, isDeclined: settle.data?.outcome === 'declined' }
}
