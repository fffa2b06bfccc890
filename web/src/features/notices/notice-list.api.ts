import { infiniteQueryOptions } from '@tanstack/react-query'
import { UNREAD_POLL_MS } from '#contract/product.ts'
import type { Api } from '#web/api/client.ts'

const NOTICES_KEY = ['notices'] as const

/** What a person was told, the newest first, twenty at a time, in this language; asked again every 30 s. */
export function noticesQuery(api: Api, userId: string, language: string) {
  return infiniteQueryOptions({
    queryKey: [...NOTICES_KEY, userId, language],
    meta: { refreshedBy: ['notices'] },
    queryFn: ({ pageParam: before, signal }) =>
      api.call('GET /api/notices', { query: { before }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ notices, has_more }) => (has_more ? notices.at(-1)?.id : undefined),
    refetchInterval: UNREAD_POLL_MS,
    refetchOnWindowFocus: 'always',
  })
}
