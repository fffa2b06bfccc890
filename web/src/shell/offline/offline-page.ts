import { QueryClient } from '@tanstack/react-query'
import { detectLanguage } from '#web/i18n/detect-language.ts'
import type { PageState } from '#web/router/page-state.ts'
import { ME_KEY, storedUser } from '#web/session/session.ts'
import { storedReads } from './read-storage.ts'

/**
 * The state that the server would send with this page, from the data stored for the current user. rule: offline
 */
export function offlinePage(): PageState {
  const { pathname, search } = window.location
  const user = storedUser()
  const queryClient = new QueryClient()
  queryClient.setQueryData(ME_KEY, user)
  for (const { key, data, at } of storedReads()) {
    queryClient.setQueryData(key, data, { updatedAt: at })
  }
  return {
    url: pathname + search,
    language: detectLanguage(document.documentElement),
    body: 'complete',
    signedIn: user !== null,
    queries: {
      mutations: [],
      queries: queryClient
        .getQueryCache()
        .findAll()
        .map(({ queryKey, queryHash, state }) => ({
          queryKey,
          queryHash,
          state,
          dehydratedAt: state.dataUpdatedAt,
        })),
    },
  }
}
