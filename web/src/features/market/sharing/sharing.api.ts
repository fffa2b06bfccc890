import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api/client.ts'

const sharingKeys = {
  link: (professionalId: string, language: string) =>
    ['share-link', professionalId, language] as const,
}

/** The professional's share link, with its text in the language of the screen. rule: sharing */
export function shareLinkQuery(api: Api, professionalId: string, language: string) {
  return queryOptions({
    queryKey: sharingKeys.link(professionalId, language),
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/share-link/{id}', {
        params: { id: professionalId },
        signal,
      }),
  })
}
