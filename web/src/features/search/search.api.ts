import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../app/api.ts'
import type { Filters } from './filters.ts'

/** Listed professionals for these filters, a page of twenty (decision 12). Needs a ZIP. */
export function searchQuery(api: Api, filters: Filters) {
  return queryOptions({
    queryKey: searchKey(filters),
    queryFn: ({ signal }) =>
      api.call('GET /api/professionals/search/enhanced', { query: filters, signal }),
    enabled: filters.zip_code !== '',
  })
}

export const searchKey = (filters: Filters) => ['search', filters]

/** The types of cleaning that can be searched for. */
export function serviceTypesQuery(api: Api) {
  return queryOptions({
    queryKey: ['service-types'],
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/service-types', { signal })).service_types.map(({ type }) => type),
    staleTime: Infinity,
  })
}

/** Cities with listed professionals, most first. */
export function servedCitiesQuery(api: Api) {
  return queryOptions({
    queryKey: ['served-cities'],
    queryFn: ({ signal }) => api.call('GET /api/served-cities', { signal }),
    staleTime: Infinity,
  })
}
