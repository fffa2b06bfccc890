import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Dollars, Id, Instant, ServiceTypeValue } from './values.ts'

/** What the professional answered to a review, in public. */
export const ReviewAnswer = z.object({ text: z.string(), answered_at: Instant })
export type ReviewAnswer = z.infer<typeof ReviewAnswer>

/** A review as the public sees it (authorization.md, REV): first name and initial, nobody's id. */
export const Review = z.object({
  rating: z.number().int().min(1).max(5),
  title: z.string(),
  comment: z.string(),
  reviewerName: z.string(),
  client_name: z.string(),
  created_at: Instant,
  verified_hire: z.boolean(),
  answer: ReviewAnswer.optional(),
})
export type Review = z.infer<typeof Review>

const SocialData = z.object({
  title: z.string(),
  description: z.string(),
  image: z.string(),
})

/** A picture's largest size in pixels, and a few bytes of it (a data address) to show, blurred, until it has come. */
export const Picture = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  placeholder: z.string(),
})
export type Picture = z.infer<typeof Picture>

/** Exactly what the public may see of a professional (authorization.md, PUB). */
export const PublicProfessional = z.object({
  user_id: Id,
  slug: z.string(),
  full_name: z.string(),
  business_name: z.string(),
  user_details: z.object({ first_name: z.string(), last_name: z.string() }),
  /** The plain average, 0 without reviews (decision 13). */
  rating: z.number(),
  total_reviews: z.number().int(),
  hourly_rate: Dollars,
  isBackgroundCheckVerified: z.boolean(),
  background_check_status: z.string(),
  profile_image_url: z.string().nullable(),
  services_offered: z.array(ServiceTypeValue),
  service_areas: z.array(z.string()),
  gallery_images: z.array(z.string()),
  /** Size and placeholder of the pictures above, where they are known; in profiles, not in search. */
  images: z.array(Picture).optional(),
  /** When the check was approved and whether that was simulated (decision 35); null unless it is approved. In profiles, not in search. */
  background_check: z.object({ checked_at: Instant, simulated: z.boolean() }).nullish(),
  bio: z.string(),
  years_experience: z.string(),
  employees_count: z.string(),
  social_media_url: z.string(),
  reviews: z.array(Review),
  social_data: SocialData.optional(),
})
export type PublicProfessional = z.infer<typeof PublicProfessional>

/** How the counted reviews spread over the stars, from one to five. */
const Distribution = z.array(z.number().int()).length(5)

/** What a profile adds to a card. */
const ProfileProfessional = PublicProfessional.extend({
  /** Visits that took place (decision 31). */
  completed_bookings: z.number().int(),
  /** The median time from a request to her answer; null until three answers exist (decision 31). */
  median_answer_minutes: z.number().int().nullable(),
})
export type ProfileProfessional = z.infer<typeof ProfileProfessional>

const profile = {
  professional: ProfileProfessional,
  rating_distribution: Distribution,
}

/** Client spec 2.8, 7: for the profile screen of people signed in. */
export const publicView = endpoint({
  method: 'GET',
  path: '/api/professional/public-view/{professionalUserId}',
  feature: 'reviews',
  summary: "A professional's profile with her reviews, by user id",
  caller: { role: 'anyone' },
  params: z.object({ professionalUserId: z.string() }),
  answer: z.object({
    ...profile,
    /** Told to a signed-in client alone: whether she has already reviewed this professional, which she may once (decision 30). */
    reviewed_by_you: z.boolean().optional(),
  }),
  refusals: ['professional_not_found'],
})

/** Client spec 2.8, 7: the profile under its address. */
export const publicProfile = endpoint({
  method: 'GET',
  path: '/api/public/professional/{slug}',
  feature: 'reviews',
  summary: "A professional's public profile, by its address",
  caller: { role: 'anyone' },
  params: z.object({ slug: z.string() }),
  answer: z.object(profile),
  refusals: ['professional_not_found'],
})

/** Decision 10. `name` is in the language of Accept-Language. */
export const serviceTypes = endpoint({
  method: 'GET',
  path: '/api/service-types',
  feature: 'professionals',
  summary: 'The types of cleaning offered',
  caller: { role: 'anyone' },
  answer: z.object({
    service_types: z.array(z.object({ type: ServiceTypeValue, name: z.string() })),
  }),
  refusals: [],
})
