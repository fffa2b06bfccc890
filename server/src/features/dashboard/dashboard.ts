import { dollars } from '#contract/booking-price.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { latestOfProfessional } from '../bookings/booking-lists.ts'
import { screenOf } from './dashboard.queries.ts'

const RECENT_OTHERS = 10

/** All that a professional's first screen shows (professional spec 2.3, 3); refuses when her account has vanished. */
export async function dashboardOf({ db, clock }: Context, userId: string) {
  const screen = (await screenOf(db, userId, RECENT_OTHERS)) ?? refuse('account_not_found')
  const { professional } = screen
  return {
    profile: professional,
    stats: {
      total_bookings: screen.total_bookings,
      pending_bookings: screen.pending_bookings,
      rating: professional?.rating ?? 0,
      total_reviews: professional?.total_reviews ?? 0,
    },
    reviews: professional?.reviews ?? [],
    recent_bookings: latestOfProfessional(screen.bookings, clock.now()),
    isBackgroundCheckVerified: professional?.isBackgroundCheckVerified ?? false,
    verification_status: verificationOf(professional?.background_check_status),
    verification_rejected_at: screen.rejected_at?.toISOString() ?? null,
    is_active: screen.active,
    earnings: {
      booked: dollars(screen.booked_cents),
      completed: dollars(screen.completed_cents),
    },
  }
}

/** Decision 32; a rejected check may be asked for again. */
function verificationOf(status: string | undefined): 'verified' | 'pending' | 'not_submitted' {
  if (status === 'approved') return 'verified'
  if (status === 'pending') return 'pending'
  return 'not_submitted'
}
