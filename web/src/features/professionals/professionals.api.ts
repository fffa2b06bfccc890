import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { ProfileProfessional, PublicProfessional } from '#contract/professionals.ts'
import type { Api } from '#web/api/client.ts'
import type { Found } from '#web/features/search/found.api.ts'

/** A profile with its reviews; how they spread over the stars, the measure of her work, and whether the reader has reviewed her, are not known of one that only a search brought. */
export type Profile = {
  professional: PublicProfessional & Partial<ProfileProfessional>
  rating_distribution?: number[]
  /** Of a client who reads: she may review once. */
  reviewed_by_you?: boolean | undefined
}

/** By user id, for people signed in. */
export function profileByIdQuery(api: Api, professionalUserId: string) {
  return queryOptions({
    queryKey: ['profile', professionalUserId],
    queryFn: ({ signal }): Promise<Profile> =>
      api.call('GET /api/professional/public-view/{professionalUserId}', {
        params: { professionalUserId },
        signal,
      }),
  })
}

/** By its public address. */
export function profileBySlugQuery(api: Api, slug: string) {
  return queryOptions({
    queryKey: ['public-profile', slug],
    queryFn: ({ signal }): Promise<Profile> =>
      api.call('GET /api/public/professional/{slug}', { params: { slug }, signal }),
  })
}

/** The professional as a search of somebody signed in brought her, with the reviews on her, if one did (client spec 7: used when her own read fails). */
export function foundBefore(queryClient: QueryClient, userId: string): Profile | undefined {
  const searches = queryClient.getQueriesData<Found>({ queryKey: ['search'] })
  const professional = searches
    .flatMap(([, found]) => found?.professionals ?? [])
    .filter((found) => 'reviews' in found)
    .find(({ user_id }) => user_id === userId)
  return professional && { professional }
}
