import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/types.ts'
import type { Invoice, Purchase, Subscription } from '../payments.ts'
import { monthsAfter, newId, paymentOf } from './payment.ts'
import type { PaymentRow } from './payment.ts'
import { sendWebhook } from './webhooks.ts'

type SubscriptionRow = Selectable<DB['simulated_subscriptions']>

/** The subscription with its invoices, oldest first; undefined if there is none. */
export async function subscriptionOf(
  db: Db,
  id: string,
  now: Date,
): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom('simulated_subscriptions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const invoices = (await invoicesOf(db, id)).map(invoiceOf)
  const newest = invoices.at(-1)
  const isUnpaid = newest?.status === 'failed'
  return {
    id,
    ownerId: row.owner_id,
    customerId: row.customer_id,
    status: isOver(row, newest, now) ? 'ended' : isUnpaid ? 'past_due' : 'active',
    cancelAtPeriodEnd: row.cancel_at_period_end,
    priceCents: row.amount_cents,
    invoices,
  }
}

/**
 * Cancels at the end of the paid period, withdraws that, or ends at once. An ended subscription stays ended. Rejects if
 * there is none.
 */
export async function changeSubscription(
  db: Db,
  id: string,
  change: { cancelAtPeriodEnd: boolean } | 'end now',
  now: Date,
): Promise<void> {
  await changeLocked(db, id, now, async (tx) => {
    const changes =
      change === 'end now' ? { ended_at: now } : { cancel_at_period_end: change.cancelAtPeriodEnd }
    await tx.updateTable('simulated_subscriptions').set(changes).where('id', '=', id).execute()
    return true
  })
}

/** Charges what is owed at that moment: a declined invoice, then every period that has begun since. */
export async function collect(db: Db, id: string, at: Date): Promise<void> {
  await changeLocked(db, id, at, async (tx, row) => {
    const invoices = await invoicesOf(tx, id)
    const status = row.declines_renewals ? 'failed' : 'paid'
    const charged = { status, paid_at: row.declines_renewals ? null : at }
    const [first, newest] = [invoices[0]!, invoices.at(-1)!]
    if (newest.status === 'failed') {
      await tx.updateTable('simulated_payments').set(charged).where('id', '=', newest.id).execute()
      if (row.declines_renewals) return true
    }
    let count = invoices.length
    let period_start = newest.period_end!
    while (period_start <= at) {
      const period_end = monthsAfter(first.period_start!, ++count)
      await tx
        .insertInto('simulated_payments')
        .values({
          id: newId('in'),
          subscription_id: id,
          amount_cents: row.amount_cents,
          created_at: period_start,
          period_start,
          period_end,
          ...charged,
        })
        .execute()
      if (row.declines_renewals) break
      period_start = period_end
    }
    return count > invoices.length || newest.status === 'failed'
  })
}

/** Refunds a payment. Rejects if it was never paid. */
export async function refund(db: Db, paymentId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('simulated_payments')
      .set({ status: 'refunded' })
      .where('id', '=', paymentId)
      .where('status', 'in', ['paid', 'refunded'])
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new Error('There is no such paid payment.')
    await sendWebhook(tx, 'charge.refunded', row.id)
  })
}

/** Erases a customer: their subscriptions end, and nothing names the customer any more. */
export async function deleteCustomer(db: Db, customerId: string, now: Date): Promise<void> {
  const customer_id = 'deleted'
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('simulated_subscriptions')
      .set({ customer_id, ended_at: sql`coalesce(ended_at, ${now}::timestamptz)` })
      .where('customer_id', '=', customerId)
      .execute()
    await tx
      .updateTable('simulated_checkouts')
      .set({ customer_id })
      .where('customer_id', '=', customerId)
      .execute()
  })
}

/** The purchase that a payment was for; undefined if there is no such payment. */
export async function purchaseOf(db: Db, paymentId: string): Promise<Purchase | undefined> {
  const row = await db
    .selectFrom('simulated_payments')
    .leftJoin('simulated_checkouts', 'payment_id', 'simulated_payments.id')
    .select(['simulated_payments.subscription_id', 'simulated_checkouts.id as checkout_id'])
    .where('simulated_payments.id', '=', paymentId)
    .executeTakeFirst()
  if (row?.subscription_id) return { about: 'subscription', objectId: row.subscription_id }
  return row?.checkout_id ? { about: 'checkout', objectId: row.checkout_id } : undefined
}

/** Runs a change under a row lock, unless the subscription is over. Sends a webhook if it changed something. */
async function changeLocked(
  db: Db,
  id: string,
  now: Date,
  change: (tx: Db, row: SubscriptionRow) => Promise<boolean>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('simulated_subscriptions')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Error('There is no such subscription.')
    const newest = (await invoicesOf(tx, id)).at(-1)
    if (isOver(row, newest && invoiceOf(newest), now)) return
    if (await change(tx, row)) await sendWebhook(tx, 'customer.subscription.updated', id)
  })
}

function isOver(
  { ended_at, cancel_at_period_end }: SubscriptionRow,
  newest: Invoice | undefined,
  now: Date,
): boolean {
  return ended_at !== null || (cancel_at_period_end && (newest?.periodEnd ?? now) <= now)
}

function invoicesOf(db: Db, subscriptionId: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('simulated_payments')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('period_start')
    .execute()
}

function invoiceOf(row: PaymentRow): Invoice {
  return { ...paymentOf(row), periodStart: row.period_start!, periodEnd: row.period_end! }
}
