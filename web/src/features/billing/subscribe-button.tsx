import { useTranslation } from '#web/i18n/use-translation.ts'
import { SUBSCRIPTION_PRICE } from '#contract/product.ts'
import { useFormat } from '#web/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { ActivationFailed } from './activation-failed.tsx'
import { useActivation } from './use-activation.ts'

type SubscribeButtonProps = {
  professionalId: string
  /** What it means to her now. */
  words: 'activate' | 'again' | 'resume' | 'other_card'
  /** Where the screen's one button is another. */
  quiet?: boolean
}

/** Leads to where the month is paid, or withdraws a cancellation without a charge (decision 20). */
export function SubscribeButton({ professionalId, words, quiet = false }: SubscribeButtonProps) {
  const { t } = useTranslation('billing')
  const price = useFormat().money(SUBSCRIPTION_PRICE)
  const { activate, activating, error } = useActivation(professionalId, () =>
    toast.success(t('subscription.resumed')),
  )
  return (
    <div className="flex flex-col items-start gap-3">
      {error && <ActivationFailed error={error} />}
      <Button look={quiet ? 'quiet' : 'primary'} busy={activating} onClick={activate}>
        {activating ? t('subscription.opening') : t(`subscription.${words}`, { price })}
      </Button>
    </div>
  )
}
