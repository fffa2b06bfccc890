import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ConnectionLost } from './client.ts'

const FRESH_MS = 30_000
const TRIES_AFTER_CONNECTION_LOST = 2

/** What was rendered on the server counts as fresh, so that hydrating asks for nothing again. `onError` hears of every failed read and write. */
export function createQueryClient(onError?: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache(onError ? { onError } : {}),
    mutationCache: new MutationCache(onError ? { onError } : {}),
    defaultOptions: {
      // Without a network a call fails, and the screen says so, instead of waiting unseen until there is one.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: FRESH_MS,
        retry: (failures, error) =>
          error instanceof ConnectionLost && failures < TRIES_AFTER_CONNECTION_LOST,
      },
    },
  })
}
