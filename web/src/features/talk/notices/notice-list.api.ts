import { infiniteQueryOptions } from '@tanstack/react-query'
import { UNREAD_POLL_MS } from '#contract/talk/message-rules.ts'
import type { Api } from '#web/api/client.ts'

const noticeListKeys = {
  own: (userId: string, language: string) => ['notices', userId, language] as const,
}

/** The user's notices, newest first, 20 a page, in this language; read again every 30 s. rule: notice-center */
export function noticesQuery(api: Api, userId: string, language: string) {
  return infiniteQueryOptions({
    queryKey: noticeListKeys.own(userId, language),
    meta: { refreshedBy: ['notices'] },
    queryFn: ({ pageParam: before, signal }) =>
      api.call('GET /api/notices', { query: { before }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ notices, has_more }) => (has_more ? notices.at(-1)?.id : undefined),
    refetchInterval: UNREAD_POLL_MS,
    refetchOnWindowFocus: 'always',
  })
}
