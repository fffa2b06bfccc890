import { useTranslation } from '#web/i18n/use-translation.ts'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { AmountField } from './amount-field.tsx'
import { useProblemText } from './offer-texts.ts'
import type { OfferForm } from './use-offer-form.ts'

/** Fields for the professional's own costs of a visit, which nobody else sees. rule: offer */
export function CostsPart({ form: { values, set, problem } }: { form: OfferForm }) {
  const { t } = useTranslation('offer')
  const problemText = useProblemText(problem)
  const { costs } = values
  return (
    <FoldedPart title={t('costs.title')} help={t('costs.help')}>
      <div className="grid w-full items-start gap-4 sm:grid-cols-2">
        {(['cost_per_mile', 'supplies_per_visit'] as const).map((name) => (
          <AmountField
            key={name}
            label={t(`costs.${name}`)}
            name={name}
            value={costs[name]}
            error={problemText(name)}
            onChange={(value) => set({ costs: { ...costs, [name]: value } })}
          />
        ))}
      </div>
    </FoldedPart>
  )
}
