import { queryOptions } from '@tanstack/react-query'
import type { ProfileProfessional, PublicProfessional } from '#contract/professionals.ts'
import type { Api } from '#web/api/client.ts'

/** A profile with its reviews; how they spread over the stars, the measure of her work, and whether the reader has reviewed her, are not known of one that only a search brought. */
export type Profile = {
  professional: PublicProfessional & Partial<ProfileProfessional>
  rating_distribution?: number[]
  /** Of a client who reads: she may review once. */
  reviewed_by_you?: boolean | undefined
}

const PROFILE_META = { refreshedBy: ['reviews'], storedOffline: true } as const

/** By user id, for people signed in. */
export function profileByIdQuery(api: Api, professionalUserId: string) {
  return queryOptions({
    queryKey: ['profile', professionalUserId],
    meta: PROFILE_META,
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
    queryKey: publicProfileKey(slug),
    meta: PROFILE_META,
    queryFn: ({ signal }): Promise<Profile> =>
      api.call('GET /api/public/professional/{slug}', { params: { slug }, signal }),
  })
}

export const publicProfileKey = (slug: string) => ['public-profile', slug] as const
