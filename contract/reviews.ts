import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Review, ReviewAnswer } from './professionals.ts'
import {
  REVIEW_ANSWER_LENGTH_MAX,
  REVIEW_COMMENT_LENGTH_MAX,
  REVIEW_REPORT_LENGTH_MAX,
  REVIEW_REPORT_LENGTH_MIN,
  REVIEW_REPORT_REASONS,
  REVIEW_TITLE_LENGTH_MAX,
} from './review-rules.ts'
import { code, Id, Instant, line, text } from './values.ts'

/** A review as a client sends it. rule: review-fields */
export const ReviewDraft = z.object({
  client_id: Id,
  professional_id: Id,
  /** The visit that the review follows. Default: the last one of the pair that took place. rule: review-once */
  booking_id: Id.optional(),
  rating: z
    .int(code('rating_invalid'))
    .min(1, code('rating_invalid'))
    .max(5, code('rating_invalid')),
  title: line(1, REVIEW_TITLE_LENGTH_MAX, 'review_title_required', 'review_title_too_long'),
  comment: text(1, REVIEW_COMMENT_LENGTH_MAX, 'review_comment_required', 'review_comment_too_long'),
})
export type ReviewDraft = z.infer<typeof ReviewDraft>

/** A review as its professional sees it on the dashboard, with the id to answer it by. */
export const OwnReview = Review.extend({ id: Id })
export type OwnReview = z.infer<typeof OwnReview>

/** Writes a review. rule: review-once, review-permission, review-submitted */
export const submitReview = endpoint({
  method: 'POST',
  path: '/api/reviews/general',
  feature: 'reviews',
  summary: 'Review a professional, once, and again after a later visit',
  caller: { role: 'client', roleRefusal: 'clients_only_review' },
  self: { in: 'body', field: 'client_id' },
  body: ReviewDraft,
  listsAllFailures: true,
  idempotent: true,
  answer: z.object({
    message: z.string(),
    review_id: Id.optional(),
    state: z.enum(['public', 'sealed']).optional(),
    /** When it is public: now, or the latest moment of a sealed one. rule: review-states */
    public_at: Instant.optional(),
  }),
  refusals: [
    'not_signed_in',
    'clients_only_review',
    'not_yours',
    'invalid_input',
    'rating_invalid',
    'review_title_required',
    'review_title_too_long',
    'review_comment_required',
    'review_comment_too_long',
    'professional_not_found',
    'booking_not_found',
    'already_reviewed',
    'too_many_requests',
  ],
})

/**
 * The visits that the client can review now: of each professional the last one that took place, newest first, 50 at
 * most. rule: reviews-to-write
 */
export const reviewsToWrite = endpoint({
  method: 'GET',
  path: '/api/reviews/to-write',
  feature: 'reviews',
  summary: 'Visits that wait for a review of the client',
  caller: { role: 'client', roleRefusal: 'clients_only' },
  answer: z.object({
    visits: z.array(
      z.object({
        booking_id: Id,
        professional: z.object({ user_id: Id, full_name: z.string(), slug: z.string() }),
        ended_at: Instant,
      }),
    ),
  }),
  refusals: ['not_signed_in', 'clients_only'],
})

/** Writes the professional's one public answer. The same text again is harmless. rule: review-answer */
export const answerReview = endpoint({
  method: 'PUT',
  path: '/api/reviews/{id}/answer',
  feature: 'reviews',
  summary: 'Answer a review in public, once',
  caller: { role: 'professional', roleRefusal: 'professionals_only_answer' },
  params: z.object({ id: z.string().max(64) }),
  body: z.object({
    text: text(1, REVIEW_ANSWER_LENGTH_MAX, 'review_answer_required', 'review_answer_too_long'),
  }),
  answer: z.object({ answer: ReviewAnswer }),
  refusals: [
    'not_signed_in',
    'professionals_only_answer',
    'review_not_found',
    'review_already_answered',
    'review_answer_required',
    'review_answer_too_long',
    'invalid_input',
  ],
})

/**
 * Reports a public review to the operator; no conversation is needed. A review that the caller has reported already
 * answers 'report_open', and the text is added. rule: review-report
 */
export const reportReview = endpoint({
  method: 'POST',
  path: '/api/reports',
  feature: 'reviews',
  summary: 'Report a review to Lustra',
  caller: { role: 'user' },
  body: z.object({
    subject: z.object({ kind: z.literal('review', code('invalid_input')), id: z.string().max(64) }),
    reason: z.enum(REVIEW_REPORT_REASONS, code('reason_required')),
    text: text(
      REVIEW_REPORT_LENGTH_MIN,
      REVIEW_REPORT_LENGTH_MAX,
      'text_too_short',
      'invalid_input',
    ),
  }),
  idempotent: true,
  answer: z.object({ report: z.object({ number: z.int(), state: z.literal('open') }) }),
  refusals: [
    'not_signed_in',
    'not_found',
    'report_open',
    'reason_required',
    'text_too_short',
    'invalid_input',
    'too_many_requests',
  ],
})
