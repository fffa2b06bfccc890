import type { SpokenLanguage } from '#contract/people/spoken-languages.ts'
import type { Frequency, ServiceType } from '#contract/product.ts'

/**
 * Search entries store a rating as a whole number: the plain average times this, rounded down. Exact to three decimals.
 */
const RATING_SCALE = 5000
/** The weighted average assumes this many reviews of this rating for everybody. rule: search-filters */
const ASSUMED_REVIEWS = 10
const ASSUMED_RATING = 4

/**
 * The numbers by which search entries store services, frequencies and languages, without gaps. A number never changes,
 * because rows have it; a new value takes the next one.
 */
const SERVICE_NUMBERS: Record<ServiceType, number> = {
  standard: 0,
  deep: 1,
  move_in_out: 2,
  post_construction: 3,
  office: 4,
}
const FREQUENCY_NUMBERS: Record<Frequency, number> = {
  one_time: 0,
  weekly: 1,
  biweekly: 2,
  monthly: 3,
}
const LANGUAGE_NUMBERS: Record<SpokenLanguage, number> = {
  en: 0,
  es: 1,
  pt: 2,
  fr: 3,
  ht: 4,
  zh: 5,
  vi: 6,
  ko: 7,
  tl: 8,
  ru: 9,
  uk: 10,
  pl: 11,
  ar: 12,
  hi: 13,
}

/** The bit of a service in `search_entries.services`. */
export function serviceBit(service: ServiceType): number {
  return 1 << SERVICE_NUMBERS[service]
}

/** The bit of a frequency in `search_entries.frequencies`. */
export function frequencyBit(frequency: Frequency): number {
  return 1 << FREQUENCY_NUMBERS[frequency]
}

/** The bit of a language in `search_entries.languages`. */
export function languageBit(language: SpokenLanguage): number {
  return 1 << LANGUAGE_NUMBERS[language]
}

/** Traits that a professional has or lacks; each can be a filter. rule: search-filters */
const TRAITS = ['brings_supplies', 'eco_products', 'pets_ok', 'verified'] as const

/** The bits of `search_entries.traits` that a search asks for; undefined if it asks for none. */
export function traitBits(wanted: Partial<Record<(typeof TRAITS)[number], 'true' | undefined>>) {
  const bits = TRAITS.map((trait, index) => (wanted[trait] ? 1 << index : 0))
  return bits.reduce((sum, bit) => sum + bit, 0) || undefined
}

/** The number of a service in the lists of `search_entries`; SQL counts from 1. */
export function serviceNumber(service: ServiceType): number {
  return SERVICE_NUMBERS[service] + 1
}

/** The smallest stored rating that is at least `rating` stars. */
export function ratingAtLeast(rating: number): number {
  return Math.ceil(Math.round(rating * RATING_SCALE * 1000) / 1000)
}

/**
 * The columns of `search_entries` that `refreshSearchEntries` writes, each with an SQL expression over professionals
 * joined to users, and to offers where there is one.
 */
export const SEARCH_KEYS_SQL = {
  rate_cents: 'hourly_rate_cents',
  services: bitsOf(SERVICE_NUMBERS, 'professionals.services'),
  frequencies: bitsOf(FREQUENCY_NUMBERS, 'professionals.frequencies'),
  rating: `(case when total_reviews = 0 then 0 else rating_sum * ${RATING_SCALE} / total_reviews end)::smallint`,
  rating_key: `((rating_sum + ${ASSUMED_REVIEWS * ASSUMED_RATING}) * 1000000::bigint / (total_reviews + ${ASSUMED_REVIEWS}))::integer`,
  years_key: `(replace(years_experience, '+', '')::integer * 10 + case when years_experience like '%+' then 5 else 0 end)::smallint`,
  created_at: 'professionals.created_at',
  languages: bitsOf(LANGUAGE_NUMBERS, 'coalesce(offers.languages, array[users.language])'),
  traits: `(case when brings <> 'no' then 1 else 0 end + case when eco_products then 2 else 0 end
    + case when pets_ok then 4 else 0 end + case when background_check_status = 'approved' then 8 else 0 end)::smallint`,
  service_rates: listByService(
    'greatest(professionals.hourly_rate_cents, own.hourly_rate_cents)',
    'own.hourly_rate_cents > professionals.hourly_rate_cents',
  ),
  service_minimums: listByService(
    'coalesce(own.minimum_hours, 1::smallint)',
    'own.minimum_hours > 1',
  ),
} as const

/** SQL of a list with `value` for each service, over its row `own` of the offer; null unless one of them `differs`. */
function listByService(value: string, differs: string): string {
  const byNumber = Object.entries(SERVICE_NUMBERS).toSorted(([, one], [, other]) => one - other)
  const types = byNumber.map(([type]) => `'${type}'`).join()
  return `(
    select case when bool_or(${differs}) then array_agg(${value} order by position) end
    from unnest(array[${types}]) with ordinality as service (type, position)
    left join offer_services as own
      on own.professional_id = professionals.user_id and own.service_type = service.type)`
}

/** SQL of a number with one bit for each value that the list `column` contains. */
function bitsOf(numbers: Readonly<Record<string, number>>, column: string): string {
  const bits = Object.entries(numbers).map(
    ([value, number]) => `case when '${value}' = any(${column}) then ${1 << number} else 0 end`,
  )
  return `(${bits.join(' + ')})::smallint`
}
