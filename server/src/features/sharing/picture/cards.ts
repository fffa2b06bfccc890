import { displayName } from '#contract/display-name.ts'
import { formats } from '#contract/formats.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import type { ShareCard } from './share-card.ts'

type CardTexts = {
  cleaning: string
  cleaningIn: (place: string) => string
  professionals: (count: number, formatted: string) => string
  reviews: (count: number, formatted: string) => string
  unrated: string
  checked: string
  simulated: string
  from: string
  hour: string
}

const CARD_TEXTS: Record<Language, CardTexts> = {
  en: {
    cleaning: 'House cleaning',
    cleaningIn: (place) => `House cleaning in ${place}`,
    professionals: (count, formatted) =>
      `${formatted} ${count === 1 ? 'professional' : 'professionals'}`,
    reviews: (count, formatted) => `${formatted} ${count === 1 ? 'review' : 'reviews'}`,
    unrated: `New on ${PRODUCT_NAME}`,
    checked: 'Background check approved',
    simulated: 'Background check simulated',
    from: 'from',
    hour: 'an hour',
  },
  pt: {
    cleaning: 'Limpeza de casas',
    cleaningIn: (place) => `Limpeza de casas em ${place}`,
    professionals: (count, formatted) =>
      `${formatted} ${count === 1 ? 'profissional' : 'profissionais'}`,
    reviews: (count, formatted) => `${formatted} ${count === 1 ? 'avaliação' : 'avaliações'}`,
    unrated: `Perfil novo na ${PRODUCT_NAME}`,
    checked: 'Antecedentes aprovados',
    simulated: 'Antecedentes: simulação',
    from: 'a partir de',
    hour: 'por hora',
  },
  es: {
    cleaning: 'Limpieza de casas',
    cleaningIn: (place) => `Limpieza de casas en ${place}`,
    professionals: (count, formatted) =>
      `${formatted} ${count === 1 ? 'profesional' : 'profesionales'}`,
    reviews: (count, formatted) => `${formatted} ${count === 1 ? 'reseña' : 'reseñas'}`,
    unrated: `Perfil nuevo en ${PRODUCT_NAME}`,
    checked: 'Antecedentes aprobados',
    simulated: 'Antecedentes: simulación',
    from: 'desde',
    hour: 'por hora',
  },
}

type Rated = { rating: number; total_reviews: number }

/** A professional's card; `city` is that of their first area: 'Austin, TX'. rule: share-picture */
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
  const texts = CARD_TEXTS[language]
  return {
    title: displayName(professional.full_name),
    about: [texts.cleaning, professional.city].filter(Boolean).join(' · '),
    rating: ratingIn(language, professional) ?? texts.unrated,
    badge: badgeIn(texts, professional),
    from: undefined,
    price: formats(language).money(professional.hourly_rate),
    unit: texts.hour,
    room: professional.slug,
  }
}

function badgeIn(
  texts: CardTexts,
  { checked, simulated }: { checked: boolean; simulated: boolean },
) {
  if (!checked) return undefined
  return simulated ? texts.simulated : texts.checked
}

/** A city's card. rule: share-picture */
export function cityCard(
  language: Language,
  page: Rated & { city: string; state: string; professionals: number; lowest_rate: number },
): ShareCard {
  const texts = CARD_TEXTS[language]
  return {
    title: texts.cleaningIn(`${page.city}, ${page.state}`),
    about: texts.professionals(page.professionals, formats(language).number(page.professionals)),
    rating: ratingIn(language, page),
    badge: undefined,
    from: texts.from,
    price: formats(language).money(page.lowest_rate),
    unit: texts.hour,
    room: page.city,
  }
}

function ratingIn(language: Language, { rating, total_reviews }: Rated): ShareCard['rating'] {
  if (total_reviews === 0) return undefined
  return {
    average: formats(language).rating(rating),
    count: CARD_TEXTS[language].reviews(total_reviews, formats(language).number(total_reviews)),
  }
}
