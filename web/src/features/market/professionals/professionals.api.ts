import { queryOptions } from '@tanstack/react-query'
import type {
  ProfileProfessional,
  PublicProfessional,
  Review,
  WrittenReview,
} from '#contract/market/professionals.ts'
import type { Api } from '#web/api/client.ts'

export type ShownReview = Omit<Review, 'client_name'>

/** A professional as screens show one: `reviewerName` is the name of a review's client. */
export type ShownProfessional = Omit<PublicProfessional, 'reviews'> & { reviews: ShownReview[] }

/** A profile with its reviews. The optional fields are missing when only a search result is known. */
export type Profile = {
  professional: ShownProfessional & Partial<Omit<ProfileProfessional, keyof PublicProfessional>>
  rating_distribution?: number[]
  /** Whether another review of the client who reads would be refused. */
  reviewed_by_you?: boolean | undefined
  /** Whether a review of the client who reads would follow a visit. Only then does it count. */
  review_would_count?: boolean | undefined
  /** The newest review of the client who reads. */
  your_review?: WrittenReview | undefined
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
    queryFn: async ({ signal }): Promise<Profile> => {
      const call = 'GET /api/public/professional/{slug}'
      const { professional, ...rest } = await api.call(call, { params: { slug }, signal })
      const reviews = professional.reviews.map(shortened)
      // Only the photos of the gallery are shown with their facts. rule: first-view
      const images = professional.images?.filter(({ url }) =>
        professional.gallery_images.includes(url),
      )
      return { professional: { ...professional, reviews, images }, ...rest }
    },
  })
}

/** Leaves a second name, the id and default values out of a review: 900 bytes of a page. rule: first-view */
function shortened(review: Review): ShownReview {
  const { client_name: _name, id: _id, visit, earlier, tags, photos, edited_at, ...shown } = review
  return {
    ...shown,
    ...(tags && Object.keys(tags).length > 0 ? { tags } : {}),
    ...(photos && photos.length > 0 ? { photos } : {}),
    ...(edited_at ? { edited_at } : {}),
    ...(visit === 'to_come' ? { visit } : {}),
    ...(earlier ? { earlier } : {}),
  }
}
