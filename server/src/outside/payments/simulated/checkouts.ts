import type { Selectable } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/types.ts'
import type { Checkout, CheckoutKind, CheckoutOrder, OpenCheckout } from '../payments.ts'
import { newId, paymentOf } from './payment.ts'
import { sendWebhook } from './webhooks.ts'

/** A hosted page is open for a day, as Stripe's. rule: simulated-payments */
const OPEN_MS = 86_400_000

export type CheckoutRow = Selectable<DB['simulated_checkouts']>

/** Opens a checkout. The same key returns the same one; with another order it is an error. */
export async function openCheckout(
  db: Db,
  kind: CheckoutKind,
  order: CheckoutOrder,
  now: Date,
): Promise<OpenCheckout> {
  const { ownerId, amountCents, key } = order
  await db
    .insertInto('simulated_checkouts')
    .values({
      id: newId('cs'),
      key,
      owner_id: ownerId,
      kind,
      amount_cents: amountCents,
      customer_id: order.customerId ?? `cus_${ownerId.replaceAll('-', '')}`,
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await db
    .selectFrom('simulated_checkouts')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (row.owner_id !== ownerId || row.kind !== kind || row.amount_cents !== amountCents) {
    throw new Error('This key was used for another checkout.')
  }
  return { id: row.id, url: urlOf(row) }
}

/** The checkout as it is now; undefined if it was never opened. */
export async function checkoutOf(db: Db, id: string, now: Date): Promise<Checkout | undefined> {
  const row = await db
    .selectFrom('simulated_checkouts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const status = statusOf(row, now)
  const payment = await db
    .selectFrom('simulated_payments')
    .selectAll()
    .where('id', '=', row.payment_id)
    .executeTakeFirst()
  return {
    id,
    ownerId: row.owner_id,
    kind: row.kind as CheckoutKind,
    status: status === 'cancelled' ? 'expired' : status,
    url: status === 'open' ? urlOf(row) : null,
    customerId: row.customer_id,
    subscriptionId: row.subscription_id,
    payment: payment ? paymentOf(payment) : null,
  }
}

/** Expires an open checkout and sends the webhook. A checkout that is over stays as it is. */
export async function expireCheckout(db: Db, id: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('simulated_checkouts')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row || statusOf(row, now) !== 'open') return
    await tx
      .updateTable('simulated_checkouts')
      .set({ outcome: 'expired' })
      .where('id', '=', id)
      .execute()
    await sendWebhook(tx, 'checkout.session.expired', id)
  })
}

/** The status of a checkout at that moment. */
export function statusOf(
  { outcome, created_at }: CheckoutRow,
  now: Date,
): 'open' | 'paid' | 'cancelled' | 'expired' {
  if (outcome) return outcome as 'paid' | 'cancelled' | 'expired'
  return +now < +created_at + OPEN_MS ? 'open' : 'expired'
}

/** The hosted page is on the origin that it leads back to, which is ours. rule: checkout-return */
function urlOf({ id, success_url }: CheckoutRow): string {
  return `${new URL(success_url).origin}/simulated-checkout/${id}`
}
