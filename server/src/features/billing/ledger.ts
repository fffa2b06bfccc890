/**
 * The ledger of credits (rule: credit-ledger). A balance grows by `addCredits` (alone or through `grantCredits`),
 * `returnCredit` and `restoreCredits`. It shrinks by `withdrawCredits` and by spending. No function of this file spends
 * a credit. The SQL function spend_credit (migration 0027) does: the triggers on the table leads and `openWaitingLeads`
 * call it. So a lead opens in the statement that writes it.
 */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { LEDGER_ENTRIES_MAX, LEDGER_WAITING_MAX } from '#contract/billing.ts'
import type { LedgerEntry } from '#contract/billing.ts'
import type { Db, Tx } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { invoiceId } from './billing-history.ts'
import { lockAccount, subscriptionOf } from './billing.queries.ts'
import { countWaitingLeads, openWaitingLeads, waitingLeadsOf } from './leads.ts'
import type { Pair } from './leads.ts'
import { recordMoneyEvent } from './money-events.ts'
import type { OperatorReason } from '../audit/operator-actions.ts'
import { recordAction } from '../decisions/record-action.ts'
import { approvalFacts, askApproval, sumSince, waitingGrant } from './approvals.ts'
import type { Approval } from './approvals.ts'
import { graceUntil } from './subscription.ts'

/** Credits that an account gets. */
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
 * key writes nothing and returns false. rules: credits-per-payment, lead-opens
 */
export async function grantCredits(
  tx: Db,
  key: string,
  credits: NewCredits,
  note?: string,
): Promise<boolean> {
  const isNew = await addCredits(tx, key, credits, note)
  if (isNew) await openWaitingLeads(tx, credits.professionalId, credits.at)
  return isNew
}

/** Beyond so many credits given to one person in SUM_DAYS a second operator is asked. rule: two-operators */
const CREDITS_ALONE_MAX = 10

/**
 * `changeCredits` in a transaction of its own, for a grant at the command line. A second grant with the same key writes
 * nothing: 'already', or 'key_reused' if it is another grant. rule: operator-money
 */
export async function grantByOperator(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  professionalId: string,
  amount: number,
  why: OperatorReason,
  key: string = randomUUID(),
): Promise<'granted' | 'already' | 'key_reused' | Approval> {
  const at = clock.now()
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, professionalId)
    const earlier = await grantWithKey(tx, key)
    if (earlier) {
      const isSame = earlier.professionalId === professionalId && earlier.amount === amount
      return isSame ? (earlier.approval ?? 'already') : 'key_reused'
    }
    const outcome = await changeCredits(tx, { professionalId, amount, at, key }, why)
    if (typeof outcome === 'string') throw new Error(outcome)
    return 'approval' in outcome ? outcome.approval : 'granted'
  })
}

/** What an earlier grant with this key gave, or asked for. */
async function grantWithKey(tx: Tx, key: string) {
  const given = await tx
    .selectFrom('lead_ledger')
    .select(['professional_id as professionalId', 'amount'])
    .where('key', '=', ledgerKeyOf(key))
    .executeTakeFirst()
  if (given) return { ...given, approval: undefined }
  const asked = await waitingGrant(tx, key)
  return asked && { professionalId: asked.person_id, amount: asked.amount, approval: asked }
}

const ledgerKeyOf = (key: string) => `operator ${key}`

type ChangeOfCredits = {
  professionalId: string
  /** Negative: they are taken back. */
  amount: number
  at: Date
  key: string
  /** The approval of a second operator, who is the author of this action then. */
  approval?: { id: string; askedBy: string }
}

/**
 * The operator gives credits to a professional, or takes them back. The ledger shows the reason. More than
 * CREDITS_ALONE_MAX given in 30 days wait for a second operator. Returns 'unknown' for anybody but a professional.
 * rule: operator-money, two-operators
 */
export async function changeCredits(
  tx: Tx,
  { professionalId, amount, at, key, approval }: ChangeOfCredits,
  why: OperatorReason,
): Promise<'unknown' | 'not_enough_credits' | { approval: Approval } | { seq: number }> {
  const account = await lockAccount(tx, professionalId)
  if (!account || account.isDeleted) return 'unknown'
  if (amount > 0) {
    const total = amount + (await givenBefore(tx, professionalId, at))
    if (!approval && total > CREDITS_ALONE_MAX) {
      const asked = {
        action: 'credits',
        subjectId: professionalId,
        personId: professionalId,
      } as const
      return { approval: await askApproval(tx, { ...asked, amount, key, at }, why) }
    }
    const credits = { professionalId, kind: 'granted', amount, reason: 'operator', at } as const
    if (!(await grantCredits(tx, ledgerKeyOf(key), credits, why.reason)))
      throw new Error('This key was used before.')
  } else if (!(await takeBack(tx, { professionalId, amount, at, key }, why.reason)))
    return 'not_enough_credits'
  const action = { action: 'credits', subjectId: professionalId, at } as const
  const facts = { as: 'note', after: { amount, ...(approval && approvalFacts(approval)) } } as const
  const seq = await recordAction(tx, { ...action, people: [professionalId] }, why, facts)
  return { seq }
}

async function givenBefore(tx: Tx, professionalId: string, at: Date): Promise<number> {
  const { sum } = await tx
    .selectFrom('lead_ledger')
    .select(sql<number>`coalesce(sum(amount), 0)::integer`.as('sum'))
    .where('professional_id', '=', professionalId)
    .where('kind', '=', 'granted')
    .where('reason', '=', 'operator')
    .where('at', '>', sumSince(at))
    .executeTakeFirstOrThrow()
  return sum
}

/** Returns false if there are not that many credits. */
async function takeBack(
  tx: Tx,
  { professionalId, amount, at, key }: ChangeOfCredits,
  note: string,
): Promise<boolean> {
  const { rows } = await sql`
    with account as materialized (
      select professional_id from lead_credits
      where professional_id = ${professionalId}::uuid and balance + ${amount}::integer >= 0 for no key update
    )
    insert into lead_ledger (professional_id, kind, amount, reason, key, note, at)
    select professional_id, 'withdrawn', ${amount}, 'operator', ${ledgerKeyOf(key)}, ${note}, ${at}::timestamptz
    from account returning id`.execute(tx)
  return rows.length > 0
}

/** For how long back the credits spent on a false client return. */
const FALSE_CLIENT_DAYS = 30

/**
 * Returns each credit that was spent on the leads of a client in the last 30 days and has not returned yet, and
 * notifies the professionals. The leads stay as they are. rule: suspended-fraud
 */
export async function returnCreditsOfFalseClient(
  tx: Tx,
  clientId: string,
  now: Date,
): Promise<void> {
  const since = new Date(+now - FALSE_CLIENT_DAYS * 86_400_000)
  await sql`
    select from lead_credits where professional_id in (select professional_id from leads where client_id = ${clientId}::uuid)
    order by professional_id for no key update`.execute(tx)
  const { rows } = await sql<{ professional_id: string }>`
    with returned as (
      insert into lead_ledger (professional_id, kind, amount, reason, key, client_id, at)
      select professional_id, 'returned', 1, 'client_suspended', format('client suspended %s', spent.id), client_id, ${now}::timestamptz
      from lead_ledger as spent
      where client_id = ${clientId}::uuid and kind = 'spent' and at > ${since}::timestamptz and not exists (
        select from lead_ledger as later where later.professional_id = spent.professional_id
          and later.client_id = spent.client_id and later.kind = 'returned' and later.id > spent.id)
      on conflict (key) do nothing returning professional_id
    ), done as (
      update leads set return_due_at = null where client_id = ${clientId}::uuid
    )
    select professional_id from returned order by professional_id`.execute(tx)
  for (const { professional_id } of rows) {
    await recordMoneyEvent(tx, {
      kind: 'lead.returned',
      subjectId: professional_id,
      actorId: null,
      at: now,
      data: { client_id: clientId, reason: 'client_suspended' },
    })
    await openWaitingLeads(tx, professional_id, now)
  }
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
 * Withdraws the unspent credits of a payment that was refunded or taken back by the bank, once for each cause. Older
 * credits count as spent first. If all are spent, the entry has the amount 0. rules: refund-unspent, chargeback
 */
export async function withdrawCredits(
  tx: Db,
  {
    professionalId,
    paymentId,
    cause,
    at,
  }: { professionalId: string; paymentId: string; cause: 'refund' | 'dispute'; at: Date },
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
      ${`${cause} ${paymentId}`}, ${paymentId}::uuid, ${at}::timestamptz
    from lead_credits, brought, later where professional_id = ${professionalId}::uuid
    on conflict (key) do nothing`.execute(tx)
}

/**
 * Undoes the withdrawal of a chargeback that the bank decided for us, once, and opens waiting leads. rule: chargeback
 */
export async function restoreCredits(
  tx: Db,
  { professionalId, paymentId, at }: { professionalId: string; paymentId: string; at: Date },
): Promise<void> {
  await sql`
    insert into lead_ledger (professional_id, kind, amount, reason, key, payment_id, at)
    select professional_id, 'withdrawn', -amount, 'refund', ${`dispute won ${paymentId}`}, payment_id, ${at}::timestamptz
    from lead_ledger where key = ${`dispute ${paymentId}`} and amount < 0
    on conflict (key) do nothing`.execute(tx)
  await openWaitingLeads(tx, professionalId, at)
}

const RETURNS_PER_QUERY = 500
/** How long after the lead's creation a cancellation by the client returns the credit. */
const EARLY_CANCELLATION_MS = 24 * 3_600_000

/**
 * The job 'return-leads': returns every credit whose return is due. One that fails is tried again by the next run, and
 * does not stop the others. rule: lead-returns
 */
export async function returnDueCredits({ db, clock, log }: Context): Promise<void> {
  const now = clock.now()
  let last: DueReturn | undefined
  for (;;) {
    const due = await listDueReturns(db, now, last)
    for (const pair of due) {
      try {
        await db.transaction().execute((tx) => returnDueCredit(tx, pair, now))
      } catch (error) {
        log.error({ err: error, ...pair }, 'the return of a credit has to wait')
      }
    }
    if (due.length < RETURNS_PER_QUERY) return
    last = due.at(-1)
  }
}

/** `dueAt` is text, because a date of JavaScript has no microseconds. */
type DueReturn = Pair & { dueAt: string }

/** A batch of the leads whose return is due, oldest first, after the last of the batch before. */
async function listDueReturns(
  db: Db,
  now: Date,
  last: DueReturn | undefined,
): Promise<DueReturn[]> {
  const { rows } = await sql<DueReturn>`
    select professional_id as "professionalId", client_id as "clientId", return_due_at::text as "dueAt"
    from leads
    where return_due_at <= ${now}::timestamptz and opened_at is not null and returned_at is null
      and (return_due_at, professional_id, client_id)
        > (coalesce(${last?.dueAt ?? null}::timestamptz, '-infinity'), ${last?.professionalId ?? NO_ID}::uuid, ${last?.clientId ?? NO_ID}::uuid)
    order by return_due_at, professional_id, client_id
    limit ${RETURNS_PER_QUERY}`.execute(db)
  return rows
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the credit of a lead whose return is due. A pair with an accepted or completed booking, or a series with
 * later visits, keeps its lead open, and its credit does not return by this. Safe to repeat. rule: lead-returns
 */
async function returnDueCredit(tx: Db, pair: Pair, now: Date): Promise<void> {
  const lead = await lockReturnableLead(tx, pair, now)
  if (!lead?.return_due_at || lead.return_due_at > now) return
  if (!lead.has_visit) {
    // The stored reasons: 'no_word' means that the client never wrote or booked, 'silent' that the client did not
    // reply.
    return returnCredit(tx, pair, lead.client_acted_at === null ? 'no_word' : 'silent', now)
  }
  await tx
    .updateTable('leads')
    .set({ return_due_at: null })
    .where('professional_id', '=', pair.professionalId)
    .where('client_id', '=', pair.clientId)
    .execute()
}

/**
 * Call it in the transaction in which a client has cancelled an accepted booking or ended a running series. If the lead
 * was created within the last 24 hours and the pair has neither another accepted or completed booking nor a series with
 * later visits, the credit returns. rule: lead-returns
 */
export async function returnCreditOfEarlyCancellation(
  tx: Db,
  pair: Pair,
  now: Date,
): Promise<void> {
  const lead = await lockReturnableLead(tx, pair, now)
  if (!lead || lead.has_visit || +now - +lead.created_at > EARLY_CANCELLATION_MS) return
  await returnCredit(tx, pair, 'cancelled_early', now)
}

/**
 * Locks an open lead whose credit has not returned before. Of an acceptance and a return at the same moment the later
 * one sees what the earlier one wrote. Both lock the lead, and the bookings are read by a later statement. A running
 * series counts as a visit while a later one can follow: a date is still to be booked, or one without a visit can get
 * one.
 */
async function lockReturnableLead(tx: Db, { professionalId, clientId }: Pair, now: Date) {
  const lead = await tx
    .selectFrom('leads')
    .select(['created_at', 'client_acted_at', 'return_due_at'])
    .where('professional_id', '=', professionalId)
    .where('client_id', '=', clientId)
    .where('opened_at', 'is not', null)
    .where('returned_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!lead) return undefined
  const { rows } = await sql<{ has_visit: boolean }>`
    select exists (
        select from bookings where professional_id = ${professionalId}::uuid and client_id = ${clientId}::uuid
          and status in ('accepted', 'completed'))
      or exists (
        select from series where professional_id = ${professionalId}::uuid and client_id = ${clientId}::uuid
          and status = 'active' and (next_date is not null or exists (
            select from series_visits where series_id = series.id
              and date >= (${now}::timestamptz at time zone time_zone)::date
              and series_visits.status in ('planned', 'skipped', 'paused', 'conflict')))) as has_visit`.execute(
    tx,
  )
  return { ...lead, has_visit: rows[0]!.has_visit }
}

/**
 * Returns the credit of a lead that the caller has locked, closes the lead and notifies the professional. The returned
 * credit opens the next waiting lead. rule: lead-returns
 */
async function returnCredit(
  tx: Db,
  { professionalId, clientId }: Pair,
  reason: 'no_word' | 'silent' | 'cancelled_early',
  now: Date,
): Promise<void> {
  await sql`
    with lead as (
      update leads set return_due_at = null, opened_at = null, returned_at = ${now}::timestamptz
      where professional_id = ${professionalId}::uuid and client_id = ${clientId}::uuid
    )
    insert into lead_ledger (professional_id, kind, amount, reason, key, client_id, at)
    values (
      ${professionalId}::uuid, 'returned', 1, ${reason}, format('returned %s %s', ${professionalId}::uuid, ${clientId}::uuid),
      ${clientId}::uuid, ${now}::timestamptz)`.execute(tx)
  await recordMoneyEvent(tx, {
    kind: 'lead.returned',
    subjectId: professionalId,
    actorId: null,
    at: now,
    data: { client_id: clientId, reason },
  })
  await openWaitingLeads(tx, professionalId, now)
}

/** Credits and subscription of a professional. rules: lead-counters, subscription-states */
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
