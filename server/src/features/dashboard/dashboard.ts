import { dollars } from '#contract/booking-price.ts'
import { refuse } from '#server/http/refusal.ts'
import type { World } from '#server/world.ts'
import { latestOfProfessional } from '../bookings/booking-lists.ts'
import { findProfile } from '../reviews/profile.ts'
import { accountOf } from './dashboard.queries.ts'

const RECENT_OTHERS = 10

/** All that a professional's first screen shows (professional spec 2.3, 3); refuses when her account has vanished. */
export async function dashboardOf({ db, clock }: World, userId: string) {
  const [account, profile, recent_bookings] = await Promise.all([
    accountOf(db, userId),
    findProfile(db, { userId, viewerId: userId }),
    latestOfProfessional(db, userId, clock.now(), RECENT_OTHERS),
  ])
  if (!account) refuse('account_not_found')
  const { professional = null } = profile ?? {}
  return {
    profile: professional,
    stats: {
      total_bookings: account.total_bookings,
      pending_bookings: account.pending_bookings,
      rating: professional?.rating ?? 0,
      total_reviews: professional?.total_reviews ?? 0,
    },
    reviews: professional?.reviews ?? [],
    recent_bookings,
    isBackgroundCheckVerified: professional?.isBackgroundCheckVerified ?? false,
    verification_status: verificationOf(professional?.background_check_status),
    is_active: account.active,
    earnings: {
      booked: dollars(account.booked_cents),
      completed: dollars(account.completed_cents),
    },
  }
}

/** Decision 32; a rejected check may be asked for again. */
function verificationOf(status: string | undefined): 'verified' | 'pending' | 'not_submitted' {
  if (status === 'approved') return 'verified'
  if (status === 'pending') return 'pending'
  return 'not_submitted'
}
