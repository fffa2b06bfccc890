import type { QueryClient } from '@tanstack/react-query'
import type { Profile } from '#web/features/market/professionals/professionals.api.ts'
import { searchKeys } from '#web/features/market/results/results.api.ts'
import type { SearchAnswer } from '#web/features/market/results/results.api.ts'

/**
 * The professional with their reviews, as a cached search result of a signed-in user holds them. The profile page shows
 * it when the read of the profile fails. Undefined if no search found this professional. rule: profile-addresses
 */
export function profileFromSearch(queryClient: QueryClient, userId: string): Profile | undefined {
  const searches = queryClient.getQueriesData<SearchAnswer>({ queryKey: searchKeys.all })
  const professional = searches
    .flatMap(([, found]) => [
      ...(found?.professionals ?? []),
      ...(found?.may_be_free?.professionals ?? []),
    ])
    .filter((found) => 'reviews' in found)
    .find(({ user_id }) => user_id === userId)
  return professional && { professional }
}
