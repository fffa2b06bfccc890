import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ConnectionLost, Refusal } from '#web/api/client.ts'
import { useFailureText } from '#web/api/failure-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { randomKey } from '#web/api/random-key.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { useBackFromCheckout } from './use-back-from-checkout.ts'

/** Buys one lead: redirects to the checkout, or shows why it failed. rule: prices */
export function useBuyLead(professionalId: string) {
  const { t } = useTranslation('billing')
  const api = useApi()
  const [idempotencyKey, setKey] = useState(randomKey)
  const failure = useFailureToast()
  const failureText = useFailureText()
  const { mutate, reset, isPending, isSuccess } = useMutation({
    onMutate: failure.clear,
    mutationFn: () =>
      api.call('POST /api/payments/lead-payment', {
        body: { professional_id: professionalId, origin_url: window.location.origin },
        idempotencyKey,
      }),
    onSuccess({ checkout_url }) {
      setKey(randomKey())
      window.location.assign(checkout_url)
    },
    onError(error) {
      if (error instanceof ConnectionLost) failure.show(t('leads.lost'))
      // The sentence itself says to try again.
      else if (error instanceof Refusal && error.status >= 500) failure.show(t('leads.failed'))
      else failure.show(failureText(t('leads.failed'), error))
    },
  })
  useBackFromCheckout(reset)
  return { buy: () => mutate(), buying: isPending || isSuccess }
}
