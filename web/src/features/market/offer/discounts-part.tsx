import { DISCOUNT_FREQUENCIES } from '#contract/market/offer-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { AmountField } from './amount-field.tsx'
import { useProblemText } from './offer-texts.ts'
import type { OfferForm } from './use-offer-form.ts'

/** The discounts of regular visits. rule: offer, price-lines */
export function DiscountsPart({ form: { values, set, problem } }: { form: OfferForm }) {
  const { t } = useTranslation(['offer', 'search'])
  const problemText = useProblemText(problem)
  const { discounts } = values
  return (
    <FoldedPart title={t('discounts.title')} help={t('discounts.help')}>
      <div className="grid w-full items-start gap-4 sm:grid-cols-3 sm:gap-y-1.5">
        {DISCOUNT_FREQUENCIES.map((frequency) => (
          <AmountField
            key={frequency}
            whole
            className="sm:row-span-3 sm:grid sm:grid-rows-subgrid sm:items-end"
            label={t('discounts.percent', { frequency: t(`search:frequencies.${frequency}`) })}
            name={`discount.${frequency}`}
            value={discounts[frequency]}
            error={problemText(`discount.${frequency}`)}
            onChange={(percent) => set({ discounts: { ...discounts, [frequency]: percent } })}
          />
        ))}
      </div>
    </FoldedPart>
  )
}
