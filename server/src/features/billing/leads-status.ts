import type { Db } from '#server/db/db.ts'
import { creditsOf } from './ledger.ts'
import { waitingLeadsOf } from './leads.ts'
import { subscriptionOf } from './money.queries.ts'
import { graceUntil } from './standing.ts'

/** Credits and subscription of a professional as they stand (professional spec 3; decisions 16–20). */
export async function leadsStatusOf(db: Db, professionalId: string) {
  const [row, credits, waiting] = await Promise.all([
    subscriptionOf(db, professionalId),
    creditsOf(db, professionalId),
    waitingLeadsOf(db, professionalId),
  ])
  const isActive = row !== undefined && row.status !== 'lapsed'
  const cancelled = row?.cancel_at_period_end ?? false
  const periodEnd = row?.paid_until.toISOString() ?? null
  return {
    isSubscribed: isActive && !cancelled,
    leadCredits: credits.balance,
    totalLeads: credits.total,
    paidLeads: credits.paid,
    subscriptionStartDate: isActive ? row.started_at.toISOString() : null,
    is_active: isActive,
    cancelled,
    grace_until:
      row?.status === 'grace' && row.failing_since
        ? graceUntil(row.failing_since).toISOString()
        : null,
    period_end: periodEnd,
    // In grace nothing comes before the renewal is paid, and nobody knows when.
    next_grant_at: row?.status === 'active' && !cancelled ? periodEnd : null,
    waiting_leads: waiting.length,
  }
}
