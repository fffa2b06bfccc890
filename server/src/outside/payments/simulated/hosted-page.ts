import type { Db } from '#server/db/db.ts'
import type { CheckoutKind } from '../payments.ts'
import { statusOf } from './checkouts.ts'
import type { CheckoutRow } from './checkouts.ts'
import { monthsAfter, newId } from './payment.ts'
import { sendWebhook } from './webhooks.ts'

/** A simulated checkout as its owner sees it on the hosted page. */
export type HostedPage = {
  id: string
  kind: CheckoutKind
  amountCents: number
  status: 'open' | 'paid' | 'cancelled' | 'expired'
  successUrl: string
  cancelUrl: string
}

/** Names a checkout and its owner. */
type OwnedCheckout = { id: string; ownerId: string; now: Date }

/** The choice of the owner on the page. rule: simulated-payments */
export type Choice = {
  outcome: 'paid' | 'cancelled' | 'declined'
  /** The card pays now and is declined at every renewal. */
  declinesRenewals: boolean
}

/** The page for its owner; undefined for other people, and if it does not exist. */
export async function hostedPage(db: Db, checkout: OwnedCheckout): Promise<HostedPage | undefined> {
  const row = await selectCheckout(db, checkout).executeTakeFirst()
  return row && pageOf(row, checkout.now)
}

/**
 * Does what the owner chose and sends the webhook. Returns the page afterwards; undefined if the owner has no such
 * page. A page that is paid, cancelled or expired stays as it is. rule: simulated-payments
 */
export async function settlePage(
  db: Db,
  checkout: OwnedCheckout,
  { outcome, declinesRenewals }: Choice,
): Promise<HostedPage | undefined> {
  return db.transaction().execute(async (tx) => {
    const row = await selectCheckout(tx, checkout).forUpdate().executeTakeFirst()
    if (!row) return undefined
    const page = pageOf(row, checkout.now)
    if (page.status !== 'open' || outcome === 'declined') return page
    const isPaid = outcome === 'paid'
    const purchase = isPaid ? await pay(tx, row, declinesRenewals, checkout.now) : {}
    await tx
      .updateTable('simulated_checkouts')
      .set({ outcome, ...purchase })
      .where('id', '=', row.id)
      .execute()
    await sendWebhook(tx, `checkout.session.${isPaid ? 'completed' : 'expired'}`, row.id)
    return { ...page, status: outcome }
  })
}

async function pay(tx: Db, row: CheckoutRow, declinesRenewals: boolean, now: Date) {
  const { amount_cents } = row
  const payment = { amount_cents, status: 'paid', created_at: now, paid_at: now }
  if (row.kind === 'lead') {
    const payment_id = newId('pi')
    await tx
      .insertInto('simulated_payments')
      .values({ id: payment_id, ...payment })
      .execute()
    return { payment_id }
  }
  const subscription_id = newId('sub')
  await tx
    .insertInto('simulated_subscriptions')
    .values({
      id: subscription_id,
      owner_id: row.owner_id,
      customer_id: row.customer_id,
      amount_cents,
      declines_renewals: declinesRenewals,
    })
    .execute()
  const period = { period_start: now, period_end: monthsAfter(now, 1) }
  await tx
    .insertInto('simulated_payments')
    .values({ id: newId('in'), subscription_id, ...payment, ...period })
    .execute()
  return { subscription_id }
}

function pageOf(row: CheckoutRow, now: Date): HostedPage {
  return {
    id: row.id,
    kind: row.kind as CheckoutKind,
    amountCents: row.amount_cents,
    status: statusOf(row, now),
    successUrl: row.success_url.replaceAll('{CHECKOUT_ID}', row.id),
    cancelUrl: row.cancel_url,
  }
}

function selectCheckout(db: Db, { id, ownerId }: OwnedCheckout) {
  return db
    .selectFrom('simulated_checkouts')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
}
