import { queryOptions } from '@tanstack/react-query'
import type { Answer, Api } from '#web/api/client.ts'

export type Claim = Answer<'GET /api/claims'>['claims'][number]

/** All claims with what is true of them. rule: claims */
export function claimsQuery(api: Api) {
  return queryOptions({
    queryKey: ['claims'],
    queryFn: async ({ signal }) => (await api.call('GET /api/claims', { signal })).claims,
  })
}
