import { FREQUENCIES, SERVICE_TYPES } from '#contract/product.ts'
import type { Frequency, ServiceType } from '#contract/product.ts'

/**
 * Search entries store a rating as a whole number: the plain average times this, rounded down. Exact to three decimals.
 */
const RATING_SCALE = 5000
/** The weighted average assumes this many reviews of this rating for everybody. rule: search-rating-order */
const ASSUMED_REVIEWS = 10
const ASSUMED_RATING = 4

/** The bit of a service in `search_entries.services`. */
export function serviceBit(service: ServiceType): number {
  return 1 << SERVICE_TYPES.indexOf(service)
}

/** The bit of a frequency in `search_entries.frequencies`. */
export function frequencyBit(frequency: Frequency): number {
  return 1 << FREQUENCIES.indexOf(frequency)
}

/** The smallest stored rating that is at least `rating` stars. */
export function ratingAtLeast(rating: number): number {
  return Math.ceil(Math.round(rating * RATING_SCALE * 1000) / 1000)
}

/** SQL expressions over the table professionals that compute the columns of `search_entries`. */
export const SEARCH_KEYS_SQL = {
  services: bitsOf(SERVICE_TYPES, 'professionals.services'),
  frequencies: bitsOf(FREQUENCIES, 'professionals.frequencies'),
  rating: `(case when total_reviews = 0 then 0 else rating_sum * ${RATING_SCALE} / total_reviews end)::smallint`,
  ratingKey: `((rating_sum + ${ASSUMED_REVIEWS * ASSUMED_RATING}) * 1000000::bigint / (total_reviews + ${ASSUMED_REVIEWS}))::integer`,
  yearsKey: `(replace(years_experience, '+', '')::integer * 10 + case when years_experience like '%+' then 5 else 0 end)::smallint`,
} as const

/** SQL of a number with one bit for each value that the list `column` contains. */
function bitsOf(values: readonly string[], column: string): string {
  const bits = values.map(
    (value, index) => `case when '${value}' = any(${column}) then ${1 << index} else 0 end`,
  )
  return `(${bits.join(' + ')})::smallint`
}
