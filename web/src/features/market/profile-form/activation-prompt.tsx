import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { formats } from '#contract/formats.ts'
import { LEADS_PER_MONTH, SUBSCRIPTION_PRICE } from '#contract/money/money-rules.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ActivationFailed } from '#web/features/money/activation-failed.tsx'
import { leadsStatusQuery } from '#web/features/money/billing.api.ts'
import { BilingualText } from '#web/features/money/bilingual-text.tsx'
import { useActivation } from '#web/features/money/use-activation.ts'

/** Shown after a first save, in the reader's language, with the Portuguese small below. rule: activation */
export function ActivationPrompt({ userId, onLater }: { userId: string; onLater: () => void }) {
  const { t } = useTranslation('profile')
  const format = useFormat()
  const { activate, activating, error } = useActivation(userId, onLater)
  const { data: money } = useQuery(leadsStatusQuery(useApi(), userId))
  return (
    <Dialog
      title={
        <BilingualText portuguese="Perfil Criado com Sucesso!">
          {t('activation.title')}
        </BilingualText>
      }
      onClose={onLater}
      footer={
        <div className="flex flex-col gap-3">
          <Button wide className="py-2" busy={activating} onClick={activate}>
            {activating ? (
              <BilingualText portuguese="Processando...">{t('activation.busy')}</BilingualText>
            ) : (
              <BilingualText portuguese={`Ativar Conta - ${PORTUGUESE_PRICE}/mês`}>
                {t('activation.activate', { price: format.money(SUBSCRIPTION_PRICE) })}
              </BilingualText>
            )}
          </Button>
          <Button look="quiet" wide className="py-2" disabled={activating} onClick={onLater}>
            <BilingualText portuguese="Ativar Mais Tarde">{t('activation.later')}</BilingualText>
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {error && <ActivationFailed error={error} />}
        <p>{t('activation.text', { leads: LEADS_PER_MONTH })}</p>
        {money?.payments_simulated && <p>{t('activation.simulated')}</p>}
        {money && !money.payments_simulated && (
          <BilingualText portuguese="Pagamento seguro com cartão pela Stripe.">
            {t('activation.payment')}
          </BilingualText>
        )}
      </div>
    </Dialog>
  )
}

/** '$19,90': this text has the sign of the dollar alone. rule: activation */
const PORTUGUESE_PRICE = formats('pt')
  .money(SUBSCRIPTION_PRICE)
  .replace(/^US\$\s/, '$')
