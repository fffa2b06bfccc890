import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Answer, Api } from '#web/api/client.ts'
import { Refusal } from '#web/api/client.ts'

export type OperatorSession = Answer<'GET /api/operator/me'>

export const operatorKeys = { me: ['operator'] } as const

/** The operator who is signed in; null without a session. */
export function operatorQuery(api: Api) {
  return queryOptions({
    queryKey: operatorKeys.me,
    queryFn: async ({ signal }): Promise<OperatorSession | null> => {
      try {
        return await api.call('GET /api/operator/me', { signal })
      } catch (error) {
        if (isSignedOut(error)) return null
        throw error
      }
    },
  })
}

/** The sign-in is shown again once the session has ended, and nothing read before stays. */
export function forgetSessionAfter(error: unknown, queryClient: QueryClient): void {
  if (isSignedOut(error)) signedOut(queryClient)
}

export function signedOut(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== operatorKeys.me[0] })
  queryClient.setQueryData(operatorKeys.me, null)
}

const isSignedOut = (error: unknown) => error instanceof Refusal && error.code === 'not_signed_in'
