import { dollars } from '#contract/bookings/booking-price.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { toDashboardBookings, toVisitsInOrder } from '../lists/booking-lists.ts'
import { documentStatuses } from '#server/trust/documents/document-checks.ts'
import { selectDashboard } from './dashboard.queries.ts'

/** How many bookings the dashboard shows in addition to the pending ones. rule: dashboard */
const OTHER_BOOKINGS_MAX = 10

/** The professional's dashboard. Money is in dollars. Refuses 'account_not_found'. rule: dashboard */
export async function readDashboard({ db, clock, config }: Context, userId: string) {
  const now = clock.now()
  const row =
    (await selectDashboard(db, userId, OTHER_BOOKINGS_MAX, now)) ?? refuse('account_not_found')
  const { professional } = row
  return {
    profile: professional,
    stats: {
      total_bookings: row.total_bookings,
      pending_bookings: row.pending_bookings,
      rating: professional?.rating ?? 0,
      total_reviews: professional?.total_reviews ?? 0,
    },
    reviews: professional?.reviews ?? [],
    recent_bookings: toDashboardBookings(row.bookings, now),
    todays_visits: toVisitsInOrder(row.todays_visits, now),
    next_visit: toVisitsInOrder(row.next_visits, now)[0] ?? null,
    setup: { hours: row.hours_stated, prices: row.prices_stated },
    isBackgroundCheckVerified: professional?.isBackgroundCheckVerified ?? false,
    verification_status: verificationStatus(professional?.background_check_status),
    verification_rejected_at: row.rejected_at?.toISOString() ?? null,
    ...(row.verification_notice && { verification_notice: row.verification_notice }),
    ...documentStatuses(row.document_checks, now),
    // Nothing can be sent without a saved profile.
    ...(!professional && { may_send: [] }),
    is_active: row.active,
    payments: config.payments.provider,
    photo_missing: row.photo_missing,
    earnings: {
      booked: dollars(row.booked_cents),
      completed: dollars(row.completed_cents),
      week_booked: dollars(row.week_booked_cents),
      week_completed: dollars(row.week_completed_cents),
    },
  }
}

/** A rejected check counts as not submitted, because a number can be submitted again. rule: dashboard-banners */
function verificationStatus(status: string | undefined): 'verified' | 'pending' | 'not_submitted' {
  if (status === 'approved') return 'verified'
  if (status === 'pending') return 'pending'
  return 'not_submitted'
}
