import { SUPPLIES_BROUGHT } from '#contract/market/offer-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { AmountField } from './amount-field.tsx'
import { useProblemText } from './offer-texts.ts'
import type { OfferForm } from './use-offer-form.ts'

/** Fields for whether the professional brings the supplies, and their price. rule: offer */
export function SuppliesPart({ form: { values, set, problem } }: { form: OfferForm }) {
  const { t } = useTranslation('offer')
  const problemText = useProblemText(problem)
  const { supplies } = values
  return (
    <FoldedPart
      title={t('supplies.title')}
      fact={t(`supplies.${supplies.brings}`)}
      help={t('supplies.help')}
    >
      <div className="grid w-full items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={t('supplies.brings')}
          value={supplies.brings}
          onChange={({ currentTarget: { value } }) => {
            const brings = SUPPLIES_BROUGHT.find((one) => one === value) ?? 'no'
            set({ supplies: { brings, price: brings === 'priced' ? supplies.price : '' } })
          }}
        >
          {SUPPLIES_BROUGHT.map((one) => (
            <option key={one} value={one}>
              {t(`supplies.${one}`)}
            </option>
          ))}
        </SelectField>
        {supplies.brings === 'priced' && (
          <AmountField
            label={t('supplies.price')}
            name="supplies"
            value={supplies.price}
            error={problemText('supplies')}
            onChange={(price) => set({ supplies: { ...supplies, price } })}
          />
        )}
      </div>
    </FoldedPart>
  )
}
