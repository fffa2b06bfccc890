import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { HELD_FIELD } from '../money/held.ts'
import {
  Distribution,
  Picture,
  ProfileProfessional,
  Review,
  ReviewAnswer,
  ReviewTags,
  WrittenReview,
} from './professionals.ts'
import {
  REVIEW_ANSWER_LENGTH_MAX,
  REVIEW_COMMENT_LENGTH_MAX,
  REVIEW_PHOTOS_MAX,
  REVIEW_TITLE_LENGTH_MAX,
} from './review-rules.ts'
import { code, Id, Instant, line, text } from '../values.ts'

const invalid = code('invalid_input')

/**
 * The content of a review, as a client sends it at first and in an edit.
 * rule: review-fields
 */
const ReviewContent = z.object({
  rating: z
    .int(code('rating_invalid'))
    .min(1, code('rating_invalid'))
    .max(5, code('rating_invalid')),
  title: line(1, REVIEW_TITLE_LENGTH_MAX, 'review_title_required', 'review_title_too_long'),
  comment: text(1, REVIEW_COMMENT_LENGTH_MAX, 'review_comment_required', 'review_comment_too_long'),
  tags: ReviewTags.optional(),
  photo_ids: z
    .array(z.string(invalid).max(80, invalid), invalid)
    .max(REVIEW_PHOTOS_MAX, invalid)
    .refine((ids) => new Set(ids).size === ids.length, invalid)
    .optional(),
})
export type ReviewContent = z.infer<typeof ReviewContent>

/** A review as a client sends it. */
export const ReviewDraft = z.object({
  client_id: Id,
  professional_id: Id,
  /** The visit that the review follows. Default: the last one of the pair that took place. rule: review-once */
  booking_id: Id.optional(),
  ...ReviewContent.shape,
})
export type ReviewDraft = z.infer<typeof ReviewDraft>

/** A review as its professional sees it on the dashboard, with the id to answer it by. */
export const OwnReview = Review.extend({ id: Id })
export type OwnReview = z.infer<typeof OwnReview>

/** Writes a review. rule: review-once, review-fields */
export const submitReview = endpoint({
  method: 'POST',
  path: '/api/reviews/general',
  offersChallenge: true,
  summary: 'Review a professional, once, and again after a later visit',
  caller: { role: 'client', roleRefusal: 'clients_only_review' },
  self: { in: 'body', field: 'client_id' },
  body: ReviewDraft,
  listsAllFailures: true,
  idempotent: true,
  answer: z.object({
    message: z.string(),
    review_id: Id.optional(),
    state: z.enum(['public', 'sealed', 'held']).optional(),
    /** When it is public: now, or the latest moment of a sealed one. rule: review-states */
    public_at: Instant.optional(),
    ...HELD_FIELD,
  }),
  refusals: [
    'email_not_verified',
    'professional_not_found',
    'booking_not_found',
    'image_not_found',
    'already_reviewed',
    'too_many_requests',
  ],
})

/**
 * The visits that the client can review now: of each professional the last one that took place, newest first, 50 at
 * most. rule: review-asks
 */
export const reviewsToWrite = endpoint({
  method: 'GET',
  path: '/api/reviews/to-write',
  summary: 'Visits that wait for a review of the client',
  caller: { role: 'client', roleRefusal: 'clients_only' },
  answer: z.object({
    visits: z.array(
      z.object({
        booking_id: Id,
        professional: z.object({ user_id: Id, full_name: z.string(), slug: z.string() }),
        ended_at: Instant,
        /** The IANA time zone of the visit. */
        time_zone: z.string(),
      }),
    ),
  }),
})

const oneReview = { params: z.object({ id: z.string().max(64) }) } as const

/**
 * The writer's one edit. Tags and photos that are absent stay as they are. The same content as the review has changes
 * nothing. rule: review-edit
 */
export const editReview = endpoint({
  ...oneReview,
  method: 'PUT',
  path: '/api/reviews/{id}',
  summary: 'Edit my review, once',
  caller: { role: 'client', roleRefusal: 'clients_only' },
  body: ReviewContent,
  answer: z.object({ review: WrittenReview }),
  refusals: ['review_not_found', 'image_not_found', 'review_edited', 'too_late'],
})

const ReviewVersion = z.object({
  rating: z.int(),
  title: z.string(),
  comment: z.string(),
  tags: ReviewTags,
  written_at: Instant,
})
export type ReviewVersion = z.infer<typeof ReviewVersion>

/**
 * The review as it is now and as it was before its edit, newest first. Only its writer and its professional read them.
 * rule: review-edit
 */
export const reviewVersions = endpoint({
  ...oneReview,
  method: 'GET',
  path: '/api/reviews/{id}/versions',
  summary: 'A review of mine as it was before its edit',
  caller: { role: 'user' },
  answer: z.object({ versions: z.array(ReviewVersion) }),
  refusals: ['review_not_found'],
})

/** Keeps a photo for a review that is written within a day. Until that is public, only the client sees it. */
export const addReviewPhoto = endpoint({
  method: 'POST',
  path: '/api/reviews/photos',
  summary: 'Upload a photo of my home for a review',
  caller: { role: 'client', roleRefusal: 'clients_only' },
  multipart: { fields: z.object({}), files: { image: 'one' } },
  idempotent: true,
  answer: z.object({ photo_id: z.string(), photo: Picture }),
  refusals: ['photos_full', 'message_image_too_large'],
})

/** 'image_not_found' unless its review is public, or the caller is its writer. rule: review-fields */
export const reviewPhoto = endpoint({
  method: 'GET',
  path: '/api/review-photos/{file}',
  summary: 'A photo of a review',
  caller: { role: 'anyone' },
  params: z.object({ file: z.string().max(80) }),
  answer: z.string(),
  answerType: 'image/webp',
  refusals: ['image_not_found'],
})

/**
 * Writes the professional's one public answer, and again after the review was edited. The same text again is harmless.
 * rule: review-answer
 */
export const answerReview = endpoint({
  method: 'PUT',
  path: '/api/reviews/{id}/answer',
  summary: 'Answer a review in public, once',
  caller: { role: 'professional', roleRefusal: 'professionals_only_answer' },
  params: z.object({ id: z.string().max(64) }),
  body: z.object({
    text: text(1, REVIEW_ANSWER_LENGTH_MAX, 'review_answer_required', 'review_answer_too_long'),
  }),
  answer: z.object({ answer: ReviewAnswer }),
  refusals: ['review_not_found', 'review_already_answered'],
})

const profile = {
  professional: ProfileProfessional,
  rating_distribution: Distribution,
}

/** A profile by user id, for the profile screen of signed-in users. */
export const publicView = endpoint({
  method: 'GET',
  path: '/api/professional/public-view/{professionalUserId}',
  summary: "A professional's profile with its reviews, by user id",
  caller: { role: 'anyone' },
  params: z.object({ professionalUserId: z.string() }),
  answer: z.object({
    ...profile,
    /**
     * Present for a signed-in client: whether a review would now be refused with 'already_reviewed'. rule: review-once
     */
    reviewed_by_you: z.boolean().optional(),
    /**
     * Present for a signed-in client: whether a review would now follow a visit, so that it counts. rule: review-counts
     */
    review_would_count: z.boolean().optional(),
    /** The newest review of the signed-in client. */
    your_review: WrittenReview.optional(),
  }),
  refusals: ['professional_not_found'],
})

/** The public profile by the last part of its page's URL, the slug. */
export const publicProfile = endpoint({
  method: 'GET',
  path: '/api/public/professional/{slug}',
  summary: "A professional's public profile, by its address",
  caller: { role: 'anyone' },
  params: z.object({ slug: z.string() }),
  answer: z.object(profile),
  refusals: ['professional_not_found'],
})
