import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api/client.ts'

/** Begins the keys of all queries of the own reports. */
export const reportsKey = ['reports'] as const

/** Reads the user's reports, newest first, in pages of 50. rule: reports */
export function ownReportsQuery(api: Api, id: string) {
  return infiniteQueryOptions({
    queryKey: [...reportsKey, id],
    queryFn: ({ signal, pageParam }) =>
      api.call('GET /api/users/{id}/reports', {
        params: { id },
        query: pageParam === undefined ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ reports, has_more }) => (has_more ? reports.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flatMap(({ reports }) => reports),
    staleTime: 0,
  })
}
