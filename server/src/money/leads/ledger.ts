/**
 * The ledger of credits (rule: credit-ledger). A balance grows by `addCredits` (alone or through `grantCredits`), by
 * `restoreCredits` and by what return-credits.ts returns. It shrinks by `withdrawCredits`, by what an operator takes
 * back (operator-credits.ts) and by spending. No function of these files spends a credit. The SQL function spend_credit
 * does: the triggers on the table leads and `openWaitingLeads` call it. So a lead opens in the
 * statement that writes it.
 */

import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { openWaitingLeads } from './leads.ts'

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
 * key writes nothing and returns false. rules: credit-ledger, lead-is-one-pair
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

/** An SQL expression over a row of the table payments with the value of `periodKey`. */
export const PERIOD_KEY_SQL = sql<string>`format(
  'period %s %s', payments.provider_subscription_id, floor(extract(epoch from payments.period_start))::bigint)`

/**
 * Withdraws the unspent credits of a payment that was refunded or taken back by the bank, once for each cause. Older
 * credits count as spent first. If all are spent, the entry has the amount 0. rules: refunds
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
 * Undoes the withdrawal of a chargeback that the bank decided for us, once, and opens waiting leads. rule: refunds
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
