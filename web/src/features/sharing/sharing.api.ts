import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api/client.ts'

/** A professional's own link, in the reader's language (professional spec 3). */
export function shareLinkQuery(api: Api, professionalId: string, language: string) {
  return queryOptions({
    queryKey: ['share-link', professionalId, language],
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/share-link/{id}', {
        params: { id: professionalId },
        signal,
      }),
  })
}
