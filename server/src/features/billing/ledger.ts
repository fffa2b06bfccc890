import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { LedgerEntry } from '#contract/billing.ts'
import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { invoiceId } from './billing-history.ts'
import { subscriptionOf } from './billing.queries.ts'
import { openWaitingLeads, waitingLeadsOf } from './leads.ts'
import type { Pair } from './leads.ts'
import { recordMoneyEvent } from './money-events.ts'
import { recordOperatorAction } from './operator-actions.ts'
import type { OperatorReason } from './operator-actions.ts'
import { graceUntil } from './subscription.ts'

/**
 * The ledger of credits (rule: credit-ledger). A balance grows by `grantCredits` and `returnCredit`, and shrinks by
 * `withdrawCredits` and by spending. No function of this file spends a credit. The SQL function spend_credit (migration
 * 0027) does: the triggers on the table leads and `openWaitingLeads` call it. So a lead opens in the statement that
 * writes it.
 */
export type NewCredits = {
  professionalId: string
  kind: 'granted' | 'bought'
  amount: number
  reason: 'activation' | 'renewal' | 'operator' | 'single_lead'
  at: Date
  paymentId?: string
}

/**
 * Adds credits and opens waiting leads. `key` identifies the reason, such as a paid period. A second call with the same
 * key writes nothing. rules: credits-per-payment, lead-opens
 */
export async function grantCredits(
  tx: Db,
  key: string,
  credits: NewCredits,
  note?: string,
): Promise<void> {
  const isNew = await addCredits(tx, key, credits, note)
  if (isNew) await openWaitingLeads(tx, credits.professionalId, credits.at)
}

/** The operator grants credits to a professional. The ledger shows the reason. rule: operator-money */
export async function grantByOperator(
  { db, clock }: Context,
  professionalId: string,
  amount: number,
  { reason, doneBy }: OperatorReason,
): Promise<void> {
  const at = clock.now()
  await db.transaction().execute(async (tx) => {
    const credits = { professionalId, kind: 'granted', amount, reason: 'operator', at } as const
    await grantCredits(tx, `operator ${randomUUID()}`, credits, reason)
    const action = { action: 'grant', subjectId: professionalId, doneBy, at }
    await recordOperatorAction(tx, action, { amount, reason })
  })
}

/**
 * Adds credits but opens no lead: for a payment that was already refunded when we first stored it. Returns false if the
 * key was used before.
 */
export async function addCredits(
  tx: Db,
  key: string,
  { professionalId, kind, amount, reason, at, paymentId }: NewCredits,
  note?: string,
): Promise<boolean> {
  const entry = await tx
    .insertInto('lead_ledger')
    .values({
      professional_id: professionalId,
      kind,
      amount,
      reason,
      key,
      payment_id: paymentId ?? null,
      note: note ?? null,
      at,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return entry !== undefined
}

/** The ledger key of the credits of a paid period. */
export function periodKey(subscriptionId: string, periodStart: Date): string {
  return `period ${subscriptionId} ${Math.floor(+periodStart / 1000)}`
}

/** The same key as an SQL expression over a row of the table payments. */
export const PERIOD_KEY_SQL = sql<string>`format(
  'period %s %s', payments.provider_subscription_id, floor(extract(epoch from payments.period_start))::bigint)`

/**
 * Withdraws the unspent credits of a refunded payment, once. Older credits count as spent first. If all are spent, the
 * entry has the amount 0. rule: refund-unspent
 */
export async function withdrawCredits(
  tx: Db,
  { professionalId, paymentId, at }: { professionalId: string; paymentId: string; at: Date },
): Promise<void> {
  // The row lock keeps the balance from changing until the end of the transaction.
  await tx
    .selectFrom('lead_credits')
    .select('balance')
    .where('professional_id', '=', professionalId)
    .forNoKeyUpdate()
    .execute()
  await sql`
    with brought as (
      select id, amount from lead_ledger where payment_id = ${paymentId}::uuid and kind in ('granted', 'bought')
    ), later as (
      select coalesce(sum(lead_ledger.amount), 0) as amount from lead_ledger, brought
      where professional_id = ${professionalId}::uuid and kind in ('granted', 'bought') and lead_ledger.id > brought.id
    )
    insert into lead_ledger (professional_id, kind, amount, reason, key, payment_id, at)
    select professional_id, 'withdrawn', -least(brought.amount, greatest(balance - later.amount, 0)), 'refund',
      ${`refund ${paymentId}`}, ${paymentId}::uuid, ${at}::timestamptz
    from lead_credits, brought, later where professional_id = ${professionalId}::uuid
    on conflict (key) do nothing`.execute(tx)
}

const RETURNS_PER_QUERY = 500

/** The job 'return-leads': returns every credit whose return is due. rule: lead-returns */
export async function returnDueCredits({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  for (;;) {
    const due = await db
      .selectFrom('leads')
      .select(['professional_id', 'client_id'])
      .where('return_due_at', '<=', now)
      .orderBy('return_due_at')
      .limit(RETURNS_PER_QUERY)
      .execute()
    for (const { professional_id: professionalId, client_id: clientId } of due) {
      await db.transaction().execute((tx) => returnCredit(tx, { professionalId, clientId }, now))
    }
    if (due.length < RETURNS_PER_QUERY) return
  }
}

/**
 * Returns the credit of a lead whose return is due, closes the lead and notifies the professional. A pair with an
 * accepted or completed booking keeps its lead open, and its credit is not returned. The returned credit opens the next
 * waiting lead. Safe to repeat. rule: lead-returns
 */
async function returnCredit(tx: Db, { professionalId, clientId }: Pair, now: Date): Promise<void> {
  // The stored reasons: 'no_word' means that the client never wrote or booked, 'silent' that the client did not reply.
  const { rows } = await sql<{ reason: 'no_word' | 'silent' }>`
    with due as (
      select professional_id, client_id, case when client_acted_at is null then 'no_word' else 'silent' end as reason,
        exists (
          select from bookings where bookings.professional_id = leads.professional_id
            and bookings.client_id = leads.client_id and bookings.status in ('accepted', 'completed')
        ) as has_visit
      from leads
      where professional_id = ${professionalId} and client_id = ${clientId} and return_due_at <= ${now}::timestamptz
        and opened_at is not null and returned_at is null
      for update
    ), lead as (
      update leads set return_due_at = null,
        opened_at = case when has_visit then opened_at end,
        returned_at = case when not has_visit then ${now}::timestamptz end
      from due where leads.professional_id = due.professional_id and leads.client_id = due.client_id
    ), entry as (
      insert into lead_ledger (professional_id, kind, amount, reason, key, client_id, at)
      select professional_id, 'returned', 1, reason, format('returned %s %s', professional_id, client_id), client_id,
        ${now}::timestamptz
      from due where not has_visit
      returning reason
    )
    select reason from entry`.execute(tx)
  const returned = rows[0]
  if (!returned) return
  await recordMoneyEvent(tx, {
    kind: 'lead.returned',
    subjectId: professionalId,
    actorId: null,
    at: now,
    data: { client_id: clientId, reason: returned.reason },
  })
  await openWaitingLeads(tx, professionalId, now)
}

/** Credits and subscription of a professional. rules: lead-counters, subscription-states */
export async function leadsStatusOf(db: Db, professionalId: string) {
  const [row, credits, waiting] = await Promise.all([
    subscriptionOf(db, professionalId),
    creditsOf(db, professionalId),
    waitingLeadsOf(db, professionalId),
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
    waiting_leads: waiting.length,
  }
}

/** Credits left, credits granted or bought so far, and credits bought so far. rule: lead-counters */
async function creditsOf(db: Db, professionalId: string) {
  const row = await db
    .selectFrom('lead_credits')
    .select(['balance', 'total', 'paid'])
    .where('professional_id', '=', professionalId)
    .executeTakeFirst()
  return row ?? { balance: 0, total: 0, paid: 0 }
}

type EntryRow = Omit<LedgerEntry, 'at' | 'invoice_id'> & { at: Date; number: string | null }

/** The ledger as its owner reads it: entries newest first, and the clients who wait for a credit, oldest first. */
export async function ledgerOf(db: Db, professionalId: string) {
  const [{ rows: entries }, waiting] = await Promise.all([
    sql<EntryRow>`
      select lead_ledger.kind, amount, reason, lead_ledger.at, note, users.first_name as client, payments.number::text,
        sum(amount) over (order by lead_ledger.id)::integer as balance
      from lead_ledger left join users on users.id = client_id left join payments on payments.id = payment_id
      where lead_ledger.professional_id = ${professionalId}
      order by lead_ledger.id desc`.execute(db),
    waitingLeadsOf(db, professionalId),
  ])
  return {
    balance: entries[0]?.balance ?? 0,
    entries: entries.map(({ number, at, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      invoice_id: number === null ? null : invoiceId(number),
    })),
    waiting: waiting.map(({ client, since }) => ({ client, since: since.toISOString() })),
  }
}
