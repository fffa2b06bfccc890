import { queryOptions } from '@tanstack/react-query'
import type { Answer, Api } from '#web/api/client.ts'

export type Thread = Answer<'GET /api/support/{token}'>

/** The thread of a letter's link. rule: contact-page */
export function threadQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['support-thread', token],
    queryFn: ({ signal }) => api.call('GET /api/support/{token}', { params: { token }, signal }),
  })
}
