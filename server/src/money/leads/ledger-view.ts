import { sql } from 'kysely'
import { dollars } from '#contract/bookings/booking-price.ts'
import { LEDGER_ENTRIES_MAX, LEDGER_WAITING_MAX } from '#contract/money/billing.ts'
import type { LedgerEntry } from '#contract/money/billing.ts'
import type { Db } from '#server/db/db.ts'
import { invoiceId } from '../subscription/billing-history.ts'
import { subscriptionOf } from '../subscription/billing.queries.ts'
import { countWaitingLeads, waitingLeadsOf } from './leads.ts'
import { graceUntil } from '../subscription/subscription.ts'

/** Credits and subscription of a professional. rules: credit-ledger, subscription-states */
export async function leadsStatusOf(db: Db, professionalId: string) {
  const [row, credits, waiting] = await Promise.all([
    subscriptionOf(db, professionalId),
    creditsOf(db, professionalId),
    countWaitingLeads(db, professionalId),
  ])
  const isActive = row !== undefined && row.status !== 'lapsed'
  const isCancelled = row?.cancel_at_period_end ?? false
  const periodEnd = row?.paid_until.toISOString() ?? null
  return {
    isSubscribed: isActive && !isCancelled,
    leadCredits: credits.balance,
    totalLeads: credits.total,
    paidLeads: credits.paid,
    subscriptionStartDate: isActive ? row.started_at.toISOString() : null,
    is_active: isActive,
    cancelled: isCancelled,
    grace_until:
      row?.status === 'grace' && row.failing_since
        ? graceUntil(row.failing_since).toISOString()
        : null,
    period_end: periodEnd,
    // In grace no credits come before the renewal is paid, and nobody knows when that will be.
    next_grant_at: row?.status === 'active' && !isCancelled ? periodEnd : null,
    waiting_leads: waiting,
    plan: row ? { price: dollars(row.price_cents), credits: row.monthly_credits } : null,
  }
}

/** Credits left, credits granted or bought so far, and credits bought so far. rule: credit-ledger */
async function creditsOf(db: Db, professionalId: string) {
  const row = await db
    .selectFrom('lead_credits')
    .select(['balance', 'total', 'paid'])
    .where('professional_id', '=', professionalId)
    .executeTakeFirst()
  return row ?? { balance: 0, total: 0, paid: 0 }
}

type EntryRow = Omit<LedgerEntry, 'at' | 'invoice_id'> & { at: Date; number: string | null }

/**
 * The ledger as its owner reads it: the newest entries, newest first, and the clients who wait for a credit, oldest
 * first. The balance after an entry is counted back from the balance of now. rule: credit-ledger
 */
export async function ledgerOf(db: Db, professionalId: string) {
  const [{ rows }, waiting, waitingTotal] = await Promise.all([
    sql<EntryRow>`
      select newest.kind, newest.amount, reason, newest.at, note, users.first_name as client, payments.number::text,
        (lead_credits.balance - (sum(newest.amount) over (order by newest.id desc) - newest.amount))::integer as balance
      from (
        select * from lead_ledger where professional_id = ${professionalId}
        order by id desc limit ${LEDGER_ENTRIES_MAX + 1}
      ) as newest join lead_credits using (professional_id)
      left join users on users.id = client_id left join payments on payments.id = payment_id
      order by newest.id desc`.execute(db),
    waitingLeadsOf(db, professionalId, LEDGER_WAITING_MAX),
    countWaitingLeads(db, professionalId),
  ])
  const entries = rows.slice(0, LEDGER_ENTRIES_MAX)
  return {
    balance: entries[0]?.balance ?? 0,
    has_older: rows.length > entries.length,
    waiting_total: waitingTotal,
    entries: entries.map(({ number, at, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      invoice_id: number === null ? null : invoiceId(number),
    })),
    waiting: waiting.map(({ client, since }) => ({ client, since: since.toISOString() })),
  }
}
