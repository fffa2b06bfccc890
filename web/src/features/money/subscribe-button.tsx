import { useTranslation } from '#web/i18n/use-translation.ts'
import { SUBSCRIPTION_PRICE } from '#contract/money/money-rules.ts'
import { useFormat } from '#web/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { ActivationFailed } from './activation-failed.tsx'
import { useActivation } from './use-activation.ts'

type SubscribeButtonProps = {
  professionalId: string
  /** Which translation the button shows. */
  label: 'activate' | 'again' | 'resume' | 'other_card'
  /** If another button is the primary one of the screen. */
  quiet?: boolean
}

/** Leads to the checkout, or withdraws a cancellation without a charge. rule: cancel-at-period-end */
export function SubscribeButton({ professionalId, label, quiet = false }: SubscribeButtonProps) {
  const { t } = useTranslation('billing')
  const price = useFormat().money(SUBSCRIPTION_PRICE)
  const { activate, activating, error } = useActivation(professionalId, () =>
    toast.success(t('subscription.resumed')),
  )
  return (
    <div className="flex flex-col items-start gap-3">
      {error && <ActivationFailed error={error} />}
      <Button look={quiet ? 'quiet' : 'primary'} busy={activating} onClick={activate}>
        {activating ? t('subscription.opening') : t(`subscription.${label}`, { price })}
      </Button>
    </div>
  )
}
