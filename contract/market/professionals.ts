import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PAIRS_SHOWN_MAX } from '../visits/checklist-rules.ts'
import { PublicOffer } from './offer.ts'
import { ConsentedPair } from '../visits/pairs.ts'
import { SPOKEN_LANGUAGES } from '../people/spoken-languages.ts'
import { FREQUENCIES } from '../product.ts'
import { Reliability } from './reliability.ts'
import { REVIEW_STATES } from './review-rules.ts'
import type { ReviewTag } from './review-tags.ts'
import { code, Dollars, Id, Instant, ServiceTypeValue } from '../values.ts'

/** The professional's public answer to a review. */
export const ReviewAnswer = z.object({
  text: z.string(),
  answered_at: Instant,
  /** The review was edited after it. rule: review-answer */
  before_edit: z.literal(true).optional(),
})
export type ReviewAnswer = z.infer<typeof ReviewAnswer>

/** The state of the visit when the review was written. rule: review-counts */
const REVIEW_VISITS = ['took_place', 'to_come', 'none'] as const

/** The largest size in pixels, and a data address of a few bytes to show until the picture has loaded. */
export const Picture = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  placeholder: z.string(),
})
export type Picture = z.infer<typeof Picture>

/** A photo of a review. Its address is all that is sent, because a profile has many of them (rule: first-view). */
const ReviewPhoto = Picture.pick({ url: true })
export type ReviewPhoto = z.infer<typeof ReviewPhoto>

const answer = z.boolean(code('invalid_input')).optional()
/** Absent: not answered. rule: review-fields */
export const ReviewTags = z.object({
  on_time: answer,
  as_agreed: answer,
  book_again: answer,
} satisfies Record<ReviewTag, unknown>)
export type ReviewTags = z.infer<typeof ReviewTags>

/** A review as the public sees it: first name and initial, and no id of a person. */
export const Review = z.object({
  rating: z.number().int().min(1).max(5),
  title: z.string(),
  comment: z.string(),
  reviewerName: z.string(),
  client_name: z.string(),
  created_at: Instant,
  verified_hire: z.boolean(),
  answer: ReviewAnswer.optional(),
  /** The following six fields are present in profiles, absent in search results. */
  id: Id.optional(),
  visit: z.enum(REVIEW_VISITS).optional(),
  tags: ReviewTags.optional(),
  photos: z.array(ReviewPhoto).optional(),
  edited_at: Instant.nullish(),
  /** How many older reviews of the same client follow this one. rule: review-order */
  earlier: z.int().optional(),
})
export type Review = z.infer<typeof Review>

const SocialData = z.object({
  title: z.string(),
  description: z.string(),
  image: z.string(),
})

/** Exactly what the public may see of a professional. rule: public-fields */
export const PublicProfessional = z.object({
  user_id: Id,
  slug: z.string(),
  full_name: z.string(),
  business_name: z.string(),
  user_details: z.object({ first_name: z.string(), last_name: z.string() }),
  /** The arithmetic mean of the stars; 0 without reviews. */
  rating: z.number(),
  total_reviews: z.number().int(),
  hourly_rate: Dollars,
  isBackgroundCheckVerified: z.boolean(),
  background_check_status: z.string(),
  /** The check was approved without looking at anything but the form of the number. rule: badges */
  background_check_simulated: z.boolean(),
  profile_image_url: z.string().nullable(),
  services_offered: z.array(ServiceTypeValue),
  service_areas: z.array(z.string()),
  gallery_images: z.array(z.string()),
  /** How often the professional comes. Present in profiles, absent in search results. rule: service-types */
  frequencies_offered: z.array(z.enum(FREQUENCIES)).optional(),
  /** Size and placeholder of the profile photo and the gallery. Present in profiles, absent in search results. */
  images: z.array(Picture).optional(),
  /**
   * The checks that the professional passed, and until when each counts. Present in profiles with a badge. rule: badges
   */
  badges: z
    .array(
      z.object({
        kind: z.enum(['background', 'identity', 'insurance']),
        what: z.string(),
        by: z.string(),
        checked_at: Instant,
        expires_at: Instant,
        /** The professional alone, no helpers who come along. */
        covers: z.literal('person'),
        simulated: z.boolean(),
        /** Present for an insurance: the insurer, and the amount in dollars. */
        insurer: z.string().optional(),
        amount: Dollars.optional(),
      }),
    )
    .optional(),
  /** Null unless the check is approved. Present in profiles, absent in search results. rule: badges */
  background_check: z.object({ checked_at: Instant, simulated: z.boolean() }).nullish(),
  bio: z.string(),
  years_experience: z.string(),
  employees_count: z.string(),
  social_media_url: z.string(),
  reviews: z.array(Review),
  social_data: SocialData.optional(),
  /**
   * The following four fields are missing in data that a browser stored before they existed. rule: offer, public-fields
   */
  languages: z.array(z.enum(SPOKEN_LANGUAGES)).optional(),
  brings_supplies: z.boolean().optional(),
  eco_products: z.boolean().optional(),
  pets_ok: z.boolean().optional(),
  /** Present in search results: the rate of the service that the search names. rule: offer */
  service_rate: Dollars.optional(),
  /** Present where a service costs more than `hourly_rate`. rule: offer */
  rates_from: z.literal(true).optional(),
  /** Present in profiles once it is saved. rule: offer */
  offer: PublicOffer.optional(),
  /** Visits that took place; missing in what a browser stored before it existed. rule: search-card */
  completed_bookings: z.number().int().optional(),
  /** Null under 3 visits; missing in what a browser stored before it existed. rule: reliability */
  reliability: Reliability.nullish(),
  /** The following four fields are present only where they apply. rule: working-hours */
  times_stated: z.literal(true).optional(),
  instant_booking: z.literal(true).optional(),
  /** The hours of the shortest visit. */
  min_hours: z.number().int().optional(),
  /** Clients who are not known can book visits from this date on. */
  paused_until: z.iso.date().optional(),
})
export type PublicProfessional = z.infer<typeof PublicProfessional>

const YesNo = z.object({ yes: z.int(), no: z.int() })
const ReviewFacts = z.object({
  on_time: YesNo,
  as_agreed: YesNo,
  book_again: YesNo,
} satisfies Record<ReviewTag, unknown>)
export type ReviewFacts = z.infer<typeof ReviewFacts>

/** The number of reviews with one star, two stars, and so on to five. Only reviews that count. rule: review-counts */
export const Distribution = z.array(z.number().int()).length(5)

/** A professional on their profile page: the fields of a search result, and two more. */
export const ProfileProfessional = PublicProfessional.extend({
  /** The yes-or-no answers of counted reviews. Null under REVIEW_FACTS_MIN of them. rule: review-order */
  review_facts: ReviewFacts.nullish(),
  completed_bookings: z.number().int(),
  /**
   * The median time from a booking request to the professional's answer, in minutes. Null until MEASURED_ANSWERS_MIN
   * answers exist or a request has been left unanswered for ANSWER_CAPTION_HOURS. Null too if most requests have no
   * answer. rule: profile-content
   */
  median_answer_minutes: z.number().int().nullable(),
  /** Most requests were left unanswered for ANSWER_CAPTION_HOURS. */
  leaves_unanswered: z.boolean(),
  /** Present where a client allowed one: the newest 10. rule: photo-pairs */
  consented_pairs: z.array(ConsentedPair).max(PAIRS_SHOWN_MAX).optional(),
})
export type ProfileProfessional = z.infer<typeof ProfileProfessional>

/** A client's newest review of a professional, as its writer sees it. rule: review-states */
export const WrittenReview = z.object({
  id: Id,
  rating: z.int(),
  title: z.string(),
  comment: z.string(),
  created_at: Instant,
  state: z.enum(REVIEW_STATES),
  /** When it became public, or becomes so at the latest. */
  public_at: Instant,
  tags: ReviewTags.optional(),
  photos: z.array(ReviewPhoto).optional(),
  edited_at: Instant.nullish(),
  /** Whether its one edit is still possible. rule: review-edit */
  may_edit: z.boolean().optional(),
})
export type WrittenReview = z.infer<typeof WrittenReview>

/** `name` is in the language of Accept-Language. rule: service-types */
export const serviceTypes = endpoint({
  method: 'GET',
  path: '/api/service-types',
  summary: 'The types of cleaning offered',
  caller: { role: 'anyone' },
  answer: z.object({
    service_types: z.array(z.object({ type: ServiceTypeValue, name: z.string() })),
  }),
})
