import { queryOptions } from '@tanstack/react-query'
import { LOCATION_QUERY_LENGTH_MIN } from '#contract/market/search-rules.ts'
import type { Api } from '#web/api/client.ts'

/** ZIPs and cities that begin with `text`. Under two characters no request is sent. rule: place-suggestions */
export function suggestionsQuery(api: Api, text: string) {
  const q = text.trim()
  return queryOptions({
    queryKey: ['locations', q],
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/locations/search', { query: { q }, signal })).suggestions,
    enabled: q.length >= LOCATION_QUERY_LENGTH_MIN,
    staleTime: Infinity,
  })
}
