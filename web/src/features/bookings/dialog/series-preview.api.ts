import { queryOptions } from '@tanstack/react-query'
import type { Api, Input } from '#web/api/client.ts'

type Asked = NonNullable<
  Input<'GET /api/professional/series-preview/{professionalUserId}'>['query']
>

const previewKeys = {
  of: (professionalId: string, asked: Asked) =>
    ['bookings', 'series-preview', professionalId, asked] as const,
}

/** The next 8 dates of regular visits, and whether they fit. A booking makes them stale. rule: series-request */
export function seriesPreviewQuery(
  api: Api,
  professionalId: string,
  asked: Asked,
  enabled: boolean = true,
) {
  return queryOptions({
    queryKey: previewKeys.of(professionalId, asked),
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/series-preview/{professionalUserId}', {
        params: { professionalUserId: professionalId },
        query: asked,
        signal,
      }),
    enabled,
    meta: { refreshedBy: ['booking-status', 'bookings'] },
  })
}
