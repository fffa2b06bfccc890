import { z } from 'zod'
import { ProfessionalBooking } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { PublicProfessional } from './professionals.ts'
import { OwnReview } from './reviews.ts'
import { Dollars, Instant } from './values.ts'

/** Professional spec 2.3, 3, 7. `profile` is null until she has one. */
export const dashboard = endpoint({
  method: 'GET',
  path: '/api/professional/dashboard/{id}',
  feature: 'dashboard',
  summary: "All that a professional's first screen shows",
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string().max(64) }),
  query: z.object({
    /** 'success' with a `session_id`: what that checkout paid for is given first, if it is hers (decision 5). */
    process_payment: z.string().max(40).optional(),
    session_id: z.string().max(300).optional(),
  }),
  answer: z.object({
    profile: PublicProfessional.omit({ reviews: true, social_data: true }).nullable(),
    stats: z.object({
      total_bookings: z.number().int(),
      pending_bookings: z.number().int(),
      rating: z.number(),
      total_reviews: z.number().int(),
    }),
    reviews: z.array(OwnReview),
    /** Every pending request, soonest visit first, then the latest others. */
    recent_bookings: z.array(ProfessionalBooking),
    isBackgroundCheckVerified: z.boolean(),
    verification_status: z.enum(['not_submitted', 'pending', 'verified']),
    /** When an operator did not approve her check; null unless that is how it stands, and `verification_status` is 'not_submitted' again. */
    verification_rejected_at: Instant.nullable(),
    is_active: z.boolean(),
    /** What was really agreed (accepted or completed) and what is done (decision 31). */
    earnings: z.object({ booked: Dollars, completed: Dollars }),
    /** What came of `process_payment`: 'unknown' is no checkout of hers. */
    payment: z.enum(['paid', 'unpaid', 'unknown']).optional(),
  }),
  refusals: ['not_signed_in', 'not_yours', 'account_not_found'],
})
