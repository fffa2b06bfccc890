import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '#web/api/client.ts'

/** The key of an account, for all that a change of its factors changes. */
const accountKey = (userId: string) => ['account', userId] as const

/** Reads the second factors of the account. rule: second-factor */
export function securityQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...accountKey(id), 'security'],
    queryFn: ({ signal }) => api.call('GET /api/users/{id}/security', { params: { id }, signal }),
    staleTime: 0,
  })
}

/** Reads the factors, the sessions and the security events again, after a change of factors. */
export function refreshSecurity(queryClient: QueryClient, userId: string): Promise<unknown> {
  return queryClient.invalidateQueries({ queryKey: accountKey(userId) })
}
