import type { Home } from '#contract/market/homes.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

type Facts = Pick<Home, 'kind' | 'bedrooms' | 'bathrooms' | 'square_feet' | 'floors' | 'pets'>

/** How a home is named and described in lists. */
export function useHomeTexts() {
  const { t } = useTranslation('homes')
  const { number } = useFormat()
  return {
    number,
    name: ({ label, address }: Pick<Home, 'label' | 'address'>) => label || address,
    /** 'House', '2 bedrooms', '1.5 bathrooms', … */
    facts: ({ kind, bedrooms, bathrooms, square_feet, floors, pets }: Facts): string[] => [
      t(`kinds.${kind}`),
      ...(bedrooms > 0 ? [t('bedrooms', { count: bedrooms })] : []),
      ...(bathrooms > 0 ? [t('bathrooms', { count: bathrooms, number: number(bathrooms) })] : []),
      ...(square_feet === null ? [] : [t('square_feet', { number: number(square_feet) })]),
      ...(floors > 1 ? [t('floors', { count: floors })] : []),
      ...pets.map((pet) => t(`pets.${pet}`)),
    ],
  }
}
