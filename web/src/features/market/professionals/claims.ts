import { spokenLanguage } from '#web/i18n/spoken-language.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { OFFER_TRAITS } from './card.ts'
import type { CardProfessional } from './card.ts'

type Claims = Pick<CardProfessional, 'languages' | (typeof OFFER_TRAITS)[number]>

/** Texts of a professional's claims: 'Speaks Spanish', 'Eco-friendly products', 'Pet-friendly'. rule: search-filters */
export function useClaims(professional: Claims, languages = professional.languages ?? []) {
  const { t, i18n } = useTranslation('professionals')
  return [
    ...languages.map((language) =>
      t('speaks', { language: spokenLanguage(i18n.language, language) }),
    ),
    ...OFFER_TRAITS.filter((trait) => professional[trait]).map((trait) => t(trait)),
  ]
}
