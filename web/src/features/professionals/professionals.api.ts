import { queryOptions } from '@tanstack/react-query'
import type { ProfileProfessional, PublicProfessional } from '#contract/professionals.ts'
import type { Api } from '#web/api/client.ts'

/** A profile with its reviews. The optional fields are missing when only a search result is known. */
export type Profile = {
  professional: PublicProfessional & Partial<ProfileProfessional>
  rating_distribution?: number[]
  /** Whether the client who reads has reviewed this professional. */
  reviewed_by_you?: boolean | undefined
}

const PROFILE_META = { refreshedBy: ['reviews'], storedOffline: true } as const

/** Keys of cached profiles: by user id for signed-in people, by slug for everybody. */
export const profileKeys = {
  byId: (userId: string) => ['profile', userId] as const,
  bySlug: (slug: string) => ['public-profile', slug] as const,
}

/** Reads a profile by user id, for signed-in people. */
export function profileByIdQuery(api: Api, professionalUserId: string) {
  return queryOptions({
    queryKey: profileKeys.byId(professionalUserId),
    meta: PROFILE_META,
    queryFn: ({ signal }): Promise<Profile> =>
      api.call('GET /api/professional/public-view/{professionalUserId}', {
        params: { professionalUserId },
        signal,
      }),
  })
}

/** Reads a profile by the slug of its public address. */
export function profileBySlugQuery(api: Api, slug: string) {
  return queryOptions({
    queryKey: profileKeys.bySlug(slug),
    meta: PROFILE_META,
    queryFn: ({ signal }): Promise<Profile> =>
      api.call('GET /api/public/professional/{slug}', { params: { slug }, signal }),
  })
}
