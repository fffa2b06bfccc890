import { z } from 'zod'
import { ProfessionalBooking } from './bookings.ts'
import { endpoint } from '../endpoint.ts'
import { ProfileProfessional } from '../market/professionals.ts'
import { OwnReview } from '../market/reviews.ts'
import { Dollars, Instant } from '../values.ts'
import {
  DOCUMENT_STATUSES,
  NOTICE_REASONS,
  VERIFICATION_KINDS,
} from '../trust/verification-rules.ts'

/** `profile` is null until the professional has saved one. Money is in dollars. rule: dashboard */
export const dashboard = endpoint({
  method: 'GET',
  path: '/api/professional/dashboard/{id}',
  whileViewed: true,
  summary: "Everything on a professional's dashboard",
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string().max(64) }),
  query: z.object({
    /** 'success' with a `session_id` first settles that checkout, if it belongs to the caller. */
    process_payment: z.string().max(40).optional(),
    session_id: z.string().max(300).optional(),
  }),
  answer: z.object({
    profile: ProfileProfessional.omit({ reviews: true, social_data: true }).nullable(),
    stats: z.object({
      total_bookings: z.number().int(),
      pending_bookings: z.number().int(),
      rating: z.number(),
      total_reviews: z.number().int(),
    }),
    reviews: z.array(OwnReview),
    /** rule: dashboard */
    recent_bookings: z.array(ProfessionalBooking),
    /** Accepted visits that begin today by the clock of the home, the next one first. rule: dashboard */
    todays_visits: z.array(ProfessionalBooking),
    /** The accepted visit that takes place now or comes next. rule: dashboard */
    next_visit: ProfessionalBooking.nullable(),
    /** Whether a new professional has stated hours and prices already. rule: setup-checklist */
    setup: z.object({ hours: z.boolean(), prices: z.boolean() }),
    isBackgroundCheckVerified: z.boolean(),
    verification_status: z.enum(['not_submitted', 'pending', 'verified']),
    /**
     * When an operator rejected the check; null otherwise. After a rejection `verification_status` is 'not_submitted'.
     */
    verification_rejected_at: Instant.nullable(),
    /**
     * The notice that tells what was found, before the check is rejected. The status stays 'pending'.
     * rule: rejection-notice
     */
    verification_notice: z
      .object({
        kind: z.enum(VERIFICATION_KINDS),
        reason: z.enum(NOTICE_REASONS),
        text: z.string(),
        stands_at: Instant,
        /** Whether it cannot be disputed any more. */
        disputed: z.boolean(),
      })
      .optional(),
    /** Documents instead of a Social Security number, and insurance. rule: document-checks */
    identity_status: z.enum(DOCUMENT_STATUSES).optional(),
    insurance_status: z.enum(DOCUMENT_STATUSES).optional(),
    /** Which documents can be sent now. rule: document-checks */
    may_send: z.array(z.enum(['identity', 'insurance'])).optional(),
    is_active: z.boolean(),
    /** How cards are charged. */
    payments: z.enum(['simulated', 'stripe']).optional(),
    /** The profile photo was deleted: search does not find the profile. rule: photo-required */
    photo_missing: z.boolean(),
    /** `booked` sums accepted and completed bookings. rule: earnings */
    earnings: z.object({
      booked: Dollars,
      completed: Dollars,
      /** Sums of the visits that begin in this week, Monday to Sunday by the professional's clock. */
      week_booked: Dollars,
      week_completed: Dollars,
    }),
    /** The result of `process_payment`. 'unknown': the checkout does not exist or is not the caller's. */
    payment: z.enum(['paid', 'unpaid', 'unknown']).optional(),
  }),
  refusals: ['account_not_found'],
})
