import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#web/api/use-api.ts'
import { randomKey } from '#web/api/random-key.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useBackFromCheckout } from './use-back-from-checkout.ts'

/**
 * Activates or subscribes again: redirects to the checkout. If nothing has to be paid, because the account is active or
 * a cancellation was withdrawn, calls `onActive` instead. rules: activation, cancel-at-period-end
 */
export function useActivation(userId: string, onActive: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [idempotencyKey, setKey] = useState(randomKey)
  const { mutate, reset, isPending, data, error } = useMutation({
    mutationFn: () =>
      api.call('POST /api/professional/activate/{id}', { params: { id: userId }, idempotencyKey }),
    onSuccess: async ({ checkout_url }) => {
      // The next click is a new intent.
      setKey(randomKey())
      if (checkout_url) {
        window.location.assign(checkout_url)
        return
      }
      await refreshQueries(queryClient, 'credits')
      onActive()
    },
  })
  useBackFromCheckout(reset)
  return { activate: () => mutate(), activating: isPending || Boolean(data?.checkout_url), error }
}
