import { displayName } from '#contract/people/display-name.ts'
import { formats } from '#contract/formats.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { textsIn } from '#server/texts.ts'
import type { ShareCard } from './share-card.ts'

type Rated = { rating: number; total_reviews: number }

/** A professional's card; `city` is that of their first area: 'Austin, TX'. rule: sharing */
export function professionalCard(
  language: Language,
  professional: Rated & {
    slug: string
    full_name: string
    hourly_rate: number
    checked: boolean
    /** The approved check was simulated. */
    simulated: boolean
    city: string | undefined
  },
): ShareCard {
  const t = textsIn(language, 'sharing')
  return {
    title: displayName(professional.full_name),
    about: [t('card.cleaning'), professional.city].filter(Boolean).join(' · '),
    rating: ratingIn(language, professional) ?? t('card.unrated', { product: PRODUCT_NAME }),
    badge: badgeIn(language, professional),
    from: undefined,
    price: formats(language).money(professional.hourly_rate),
    unit: t('card.hour'),
    room: professional.slug,
  }
}

function badgeIn(
  language: Language,
  { checked, simulated }: { checked: boolean; simulated: boolean },
) {
  if (!checked) return undefined
  return textsIn(language, 'sharing')(simulated ? 'card.simulated' : 'card.checked')
}

/** A city's card. rule: sharing */
export function cityCard(
  language: Language,
  page: Rated & { city: string; state: string; professionals: number; lowest_rate: number },
): ShareCard {
  const t = textsIn(language, 'sharing')
  return {
    title: t('card.cleaning_in', { place: `${page.city}, ${page.state}` }),
    about: t('card.professionals', { count: page.professionals }),
    rating: ratingIn(language, page),
    badge: undefined,
    from: t('card.from'),
    price: formats(language).money(page.lowest_rate),
    unit: t('card.hour'),
    room: page.city,
  }
}

function ratingIn(language: Language, { rating, total_reviews }: Rated): ShareCard['rating'] {
  if (total_reviews === 0) return undefined
  return {
    average: formats(language).rating(rating),
    count: textsIn(language, 'sharing')('card.reviews', { count: total_reviews }),
  }
}
