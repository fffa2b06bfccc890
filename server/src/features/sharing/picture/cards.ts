import { displayName } from '#contract/display-name.ts'
import { formats } from '#contract/formats.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import type { ShareCard } from './share-card.ts'

type Words = {
  cleaning: string
  cleaningIn: (place: string) => string
  professionals: (count: number, written: string) => string
  reviews: (count: number, written: string) => string
  unrated: string
  checked: string
  from: string
  hour: string
}

const WORDS: Record<Language, Words> = {
  en: {
    cleaning: 'House cleaning',
    cleaningIn: (place) => `House cleaning in ${place}`,
    professionals: (count, written) =>
      `${written} ${count === 1 ? 'professional' : 'professionals'}`,
    reviews: (count, written) => `${written} ${count === 1 ? 'review' : 'reviews'}`,
    unrated: `New on ${PRODUCT_NAME}`,
    checked: 'Background check approved',
    from: 'from',
    hour: 'an hour',
  },
  pt: {
    cleaning: 'Limpeza de casas',
    cleaningIn: (place) => `Limpeza de casas em ${place}`,
    professionals: (count, written) =>
      `${written} ${count === 1 ? 'profissional' : 'profissionais'}`,
    reviews: (count, written) => `${written} ${count === 1 ? 'avaliação' : 'avaliações'}`,
    unrated: `Perfil novo na ${PRODUCT_NAME}`,
    checked: 'Antecedentes aprovados',
    from: 'a partir de',
    hour: 'por hora',
  },
  es: {
    cleaning: 'Limpieza de casas',
    cleaningIn: (place) => `Limpieza de casas en ${place}`,
    professionals: (count, written) =>
      `${written} ${count === 1 ? 'profesional' : 'profesionales'}`,
    reviews: (count, written) => `${written} ${count === 1 ? 'reseña' : 'reseñas'}`,
    unrated: `Perfil nuevo en ${PRODUCT_NAME}`,
    checked: 'Antecedentes aprobados',
    from: 'desde',
    hour: 'por hora',
  },
}

type Rated = { rating: number; total_reviews: number }

/** A professional's card; `city` is where she works first, 'Austin, TX'. */
export function professionalCard(
  language: Language,
  professional: Rated & {
    slug: string
    full_name: string
    hourly_rate: number
    checked: boolean
    city: string | undefined
  },
): ShareCard {
  const words = WORDS[language]
  return {
    title: displayName(professional.full_name),
    about: [words.cleaning, professional.city].filter(Boolean).join(' · '),
    rating: ratingIn(language, professional) ?? words.unrated,
    badge: professional.checked ? words.checked : undefined,
    from: undefined,
    price: formats(language).money(professional.hourly_rate),
    unit: words.hour,
    room: professional.slug,
  }
}

/** A city's card. */
export function cityCard(
  language: Language,
  page: Rated & { city: string; state: string; professionals: number; lowest_rate: number },
): ShareCard {
  const words = WORDS[language]
  return {
    title: words.cleaningIn(`${page.city}, ${page.state}`),
    about: words.professionals(page.professionals, formats(language).number(page.professionals)),
    rating: ratingIn(language, page),
    badge: undefined,
    from: words.from,
    price: formats(language).money(page.lowest_rate),
    unit: words.hour,
    room: page.city,
  }
}

function ratingIn(language: Language, { rating, total_reviews }: Rated): ShareCard['rating'] {
  if (total_reviews === 0) return undefined
  return {
    average: formats(language).rating(rating),
    count: WORDS[language].reviews(total_reviews, formats(language).number(total_reviews)),
  }
}
