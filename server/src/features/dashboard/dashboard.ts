import type { ProfessionalBooking } from '#contract/bookings.ts'
import type { World } from '#server/world.ts'
import { refuse } from '#server/http/refusal.ts'
import { bookingsOfProfessional } from '../bookings/booking-lists.ts'
import { findProfile } from '../reviews/profile.ts'
import { accountOf } from './dashboard.queries.ts'

const RECENT_OTHERS = 10

/** All that a professional's first screen shows (professional spec 2.3, 3); refuses when her account has vanished. */
export async function dashboardOf({ db, clock }: World, userId: string) {
  const [account, profile, bookings] = await Promise.all([
    accountOf(db, userId),
    findProfile(db, { userId, viewerId: userId }),
    bookingsOfProfessional(db, userId, clock.now()),
  ])
  if (!account) refuse('account_not_found')
  const { professional = null } = profile ?? {}
  return {
    profile: professional,
    stats: {
      total_bookings: bookings.length,
      pending_bookings: bookings.filter(({ status }) => status === 'pending').length,
      rating: professional?.rating ?? 0,
      total_reviews: professional?.total_reviews ?? 0,
    },
    reviews: professional?.reviews ?? [],
    recent_bookings: recent(bookings),
    isBackgroundCheckVerified: professional?.isBackgroundCheckVerified ?? false,
    verification_status: verificationOf(professional?.background_check_status),
    is_active: account.active,
  }
}

/** Every pending request, the soonest visit first, then the latest others. */
function recent(bookings: ProfessionalBooking[]): ProfessionalBooking[] {
  const pending = bookings
    .filter(({ status }) => status === 'pending')
    .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
  const others = bookings.filter(({ status }) => status !== 'pending').slice(0, RECENT_OTHERS)
  return [...pending, ...others]
}

/** Decision 32; a rejected check may be asked for again. */
function verificationOf(status: string | undefined): 'verified' | 'pending' | 'not_submitted' {
  if (status === 'approved') return 'verified'
  if (status === 'pending') return 'pending'
  return 'not_submitted'
}
