import { SERVICE_TYPES } from '#contract/product.ts'
import type { ServiceType } from '#contract/product.ts'

/** Ratings in search are whole numbers: the plain average times this, rounded down. Exact for limits of three decimals. */
const RATING_SCALE = 5000
/** The Bayesian average (decision 13) begins as if everyone had this many reviews of this rating. */
const ASSUMED_REVIEWS = 10
const ASSUMED_RATING = 4

/** A service's bit in the rows of search. */
export function serviceBit(service: ServiceType): number {
  return 1 << SERVICE_TYPES.indexOf(service)
}

/** The least rating in the rows of search that is at least `rating` stars. */
export function ratingAtLeast(rating: number): number {
  return Math.ceil(Math.round(rating * RATING_SCALE * 1000) / 1000)
}

/** The keys of search, in SQL over the table professionals. */
export const SEARCH_KEYS_SQL = {
  services: `(${SERVICE_TYPES.map((service) => `case when '${service}' = any(professionals.services) then ${serviceBit(service)} else 0 end`).join(' + ')})::smallint`,
  rating: `(case when total_reviews = 0 then 0 else rating_sum * ${RATING_SCALE} / total_reviews end)::smallint`,
  ratingKey: `((rating_sum + ${ASSUMED_REVIEWS * ASSUMED_RATING}) * 1000000::bigint / (total_reviews + ${ASSUMED_REVIEWS}))::integer`,
  yearsKey: `(replace(years_experience, '+', '')::integer * 10 + case when years_experience like '%+' then 5 else 0 end)::smallint`,
} as const
