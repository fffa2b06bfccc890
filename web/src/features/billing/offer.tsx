import { useTranslation } from '#web/i18n/use-translation.ts'
import { LEAD_PRICE, LEADS_PER_MONTH, SAVING_CLAIM, SUBSCRIPTION_PRICE } from '#contract/product.ts'
import { useClaim } from '#web/features/claims/claims.api.ts'
import { useFormat } from '#web/i18n/format.ts'

/**
 * Tells the content and the price of the subscription. The true saving stands beside the claimed one, in equal size.
 * rule: subscription-offer, claims
 */
export function Offer() {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const saves = useClaim('saving_75')
  const price = format.money(SUBSCRIPTION_PRICE)
  const singleLeads = LEADS_PER_MONTH * LEAD_PRICE
  return (
    <div className="measure flex flex-col gap-2">
      <p className="text-balance">
        {t('subscription.offer_help', { price, leads: LEADS_PER_MONTH })}
      </p>
      {saves && (
        <p className="font-semibold">
          <span className="block">{t('subscription.saving', { claim: SAVING_CLAIM })}</span>
          <span>
            {t('subscription.saving_truth', {
              leads: LEADS_PER_MONTH,
              single: format.money(singleLeads),
              price,
              saved: format.money(singleLeads - SUBSCRIPTION_PRICE),
            })}
          </span>
        </p>
      )}
    </div>
  )
}
