import { DEFAULT_SORT } from '#contract/market/search-rules.ts'
import type { Frequency, ServiceType } from '#contract/product.ts'
import type { Sort } from '#contract/market/search-rules.ts'
import type { SpokenLanguage } from '#contract/people/spoken-languages.ts'
import type { DayPart } from '#contract/calendar/time-rules.ts'

/** The filters of a search as the address contains them; '' means not set. rule: search-filters, search-address */
export type Filters = {
  zip_code: string
  service_type: ServiceType | ''
  cleaning_frequency: Frequency | ''
  max_rate: string
  min_rating: string
  /** The date at the home. The three filters after it, and `availability`, need it. */
  date: string
  /** A full or half hour. Not together with `part`. */
  time: string
  part: DayPart | ''
  /** '': DEFAULT_BOOKING_HOURS. */
  hours: string
  /** This and the six filters below are absent if not set: home loads NO_FILTERS. rule: search-filters, first-view */
  availability?: 'may_be_free' | undefined
  instant?: 'true' | undefined
  speaks?: SpokenLanguage | undefined
  brings_supplies?: 'true' | undefined
  eco_products?: 'true' | undefined
  pets_ok?: 'true' | undefined
  verified?: 'true' | undefined
  sort_by: Sort
  page: number
}

export const NO_FILTERS: Filters = {
  zip_code: '',
  service_type: '',
  cleaning_frequency: '',
  max_rate: '',
  min_rating: '',
  date: '',
  time: '',
  part: '',
  hours: '',
  sort_by: DEFAULT_SORT,
  page: 1,
}

/** The query of an address or a request, e.g. 'zip_code=78701&service_type=deep', without filters that are not set. */
export function filtersQuery(filters: Filters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) {
    if (value && value !== NO_FILTERS[name as keyof Filters]) query.set(name, String(value))
  }
  return query.toString()
}

/** The address of the results for these filters. */
export function resultsAddress(filters: Filters): string {
  const query = filtersQuery(filters)
  return query ? `/search?${query}` : '/search'
}
