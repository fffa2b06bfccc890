import { DEFAULT_SORT, FREQUENCIES, MIN_RATINGS, SERVICE_TYPES, SORTS } from '#contract/product.ts'
import type { Frequency, ServiceType, Sort } from '#contract/product.ts'

/** The filters of a search as the address contains them; '' means not set. rule: search-filters, search-address */
export type Filters = {
  zip_code: string
  service_type: ServiceType | ''
  cleaning_frequency: Frequency | ''
  max_rate: string
  min_rating: string
  sort_by: Sort
  page: number
}

export const NO_FILTERS: Filters = {
  zip_code: '',
  service_type: '',
  cleaning_frequency: '',
  max_rate: '',
  min_rating: '',
  sort_by: DEFAULT_SORT,
  page: 1,
}

/** Reads the filters of an address. An unknown value counts as not set. */
export function readFilters(search: URLSearchParams): Filters {
  const text = (name: keyof Filters) => (search.get(name) ?? '').trim()
  const page = Number(text('page'))
  return {
    zip_code: text('zip_code').slice(0, 40),
    service_type: oneOf(SERVICE_TYPES, text('service_type')) ?? '',
    cleaning_frequency: oneOf(FREQUENCIES, text('cleaning_frequency')) ?? '',
    max_rate: /^\d{1,5}(\.\d{1,2})?$/.test(text('max_rate')) ? text('max_rate') : '',
    min_rating: oneOf(MIN_RATINGS.map(String), text('min_rating')) ?? '',
    sort_by: oneOf(SORTS, text('sort_by')) ?? DEFAULT_SORT,
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}

/** The query of an address or a request, e.g. 'zip_code=78701&service_type=deep', without filters that are not set. */
export function filtersQuery(filters: Filters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) {
    if (value !== '' && value !== NO_FILTERS[name as keyof Filters]) query.set(name, String(value))
  }
  return query.toString()
}

/** The address of the results for these filters. */
export function resultsAddress(filters: Filters): string {
  const query = filtersQuery(filters)
  return query ? `/search?${query}` : '/search'
}

function oneOf<T extends string>(values: readonly T[], value: string): T | undefined {
  return values.find((known) => known === value)
}
