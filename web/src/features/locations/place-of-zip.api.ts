import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api/client.ts'

/** The place of a five-digit ZIP; null for an unknown ZIP. */
export function placeOfZipQuery(api: Api, zip: string) {
  return queryOptions({
    queryKey: ['place-of-zip', zip],
    queryFn: async ({ signal }) => {
      const { suggestions } = await api.call('GET /api/locations/search', {
        query: { q: zip },
        signal,
      })
      return suggestions.find((place) => place.kind === 'zip' && place.zip === zip) ?? null
    },
    staleTime: Infinity,
    enabled: /^\d{5}$/.test(zip),
  })
}
