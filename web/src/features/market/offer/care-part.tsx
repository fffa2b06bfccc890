import { SPOKEN_LANGUAGES_MAX } from '#contract/market/offer-rules.ts'
import { SPOKEN_LANGUAGES } from '#contract/people/spoken-languages.ts'
import { spokenLanguage } from '#web/i18n/spoken-language.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { CheckField } from '#web/ui/forms/check-field.tsx'
import { useProblemText } from './offer-texts.ts'
import type { OfferForm } from './use-offer-form.ts'

/** Languages, eco products and pets. rule: offer */
export function CarePart({ form: { values, set, problem } }: { form: OfferForm }) {
  const { t, i18n } = useTranslation('offer')
  const problemText = useProblemText(problem)
  const { care } = values
  const { languages } = care
  const error = problemText('languages')
  const title = (text: string) => text.charAt(0).toLocaleUpperCase(i18n.language) + text.slice(1)
  return (
    <FoldedPart title={t('care.title')} help={t('care.help')}>
      <fieldset className="w-full min-w-0">
        <legend className="font-medium">{t('care.languages')}</legend>
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
          {SPOKEN_LANGUAGES.map((language) => {
            const isSpoken = languages.includes(language)
            return (
              <CheckField
                key={language}
                name="languages"
                label={title(spokenLanguage(i18n.language, language))}
                checked={isSpoken}
                disabled={!isSpoken && languages.length >= SPOKEN_LANGUAGES_MAX}
                onChange={(checked) =>
                  set({
                    care: {
                      ...care,
                      languages: SPOKEN_LANGUAGES.filter((one) =>
                        one === language ? checked : languages.includes(one),
                      ),
                    },
                  })
                }
              />
            )
          })}
        </div>
        {error && (
          <p role="alert" className="text-sm font-medium text-clay">
            {error}
          </p>
        )}
      </fieldset>
      <div>
        <CheckField
          label={t('care.eco_products')}
          checked={care.eco_products}
          onChange={(eco_products) => set({ care: { ...care, eco_products } })}
        />
        <CheckField
          label={t('care.pets_ok')}
          checked={care.pets_ok}
          onChange={(pets_ok) => set({ care: { ...care, pets_ok } })}
        />
      </div>
    </FoldedPart>
  )
}
