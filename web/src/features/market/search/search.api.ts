import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api/client.ts'

/** The types of cleaning that a person can search for. rule: service-types */
export function serviceTypesQuery(api: Api) {
  return queryOptions({
    queryKey: ['service-types'],
    meta: { storedOffline: true },
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/service-types', { signal })).service_types.map(({ type }) => type),
    staleTime: Infinity,
  })
}

/** Cities with listed professionals, those with the most first. rule: home-first-view */
export function servedCitiesQuery(api: Api) {
  return queryOptions({
    queryKey: ['served-cities'],
    queryFn: ({ signal }) => api.call('GET /api/served-cities', { signal }),
    staleTime: Infinity,
  })
}
