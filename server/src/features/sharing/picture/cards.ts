import { displayName } from '#contract/display-name.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import type { ShareCard } from './share-card.ts'

type Words = {
  locale: string
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
    locale: 'en-US',
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
    locale: 'pt-BR',
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
    locale: 'es-MX',
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
    rating: ratingIn(words, professional) ?? words.unrated,
    badge: professional.checked ? words.checked : undefined,
    from: undefined,
    price: money(words, professional.hourly_rate),
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
    about: words.professionals(page.professionals, number(words, page.professionals)),
    rating: ratingIn(words, page),
    badge: undefined,
    from: words.from,
    price: money(words, page.lowest_rate),
    unit: words.hour,
    room: page.city,
  }
}

function ratingIn(words: Words, { rating, total_reviews }: Rated): ShareCard['rating'] {
  if (total_reviews === 0) return undefined
  const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return {
    average: new Intl.NumberFormat(words.locale, oneDigit).format(rating),
    count: words.reviews(total_reviews, number(words, total_reviews)),
  }
}

const number = ({ locale }: Words, value: number) => new Intl.NumberFormat(locale).format(value)

const money = ({ locale }: Words, dollars: number) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(dollars)
