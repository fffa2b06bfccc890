import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { NoAnswer } from './client.ts'

const FRESH_FOR_MS = 30_000
const RETRIES_WITHOUT_ANSWER = 2

/**
 * The cache of all reads. Data that the server rendered counts as fresh, so hydration requests nothing. `onError`
 * receives each failure.
 */
export function createQueryClient(onError?: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache(onError ? { onError } : {}),
    mutationCache: new MutationCache(onError ? { onError } : {}),
    defaultOptions: {
      // Offline, a call fails at once and the screen shows it. The default would wait silently for a connection.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: FRESH_FOR_MS,
        retry: (failures, error) => error instanceof NoAnswer && failures < RETRIES_WITHOUT_ANSWER,
      },
    },
  })
}
