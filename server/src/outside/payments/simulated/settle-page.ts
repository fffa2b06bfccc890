import type { Db } from '#server/db/db.ts'
import type { CheckoutKind } from '../payments.ts'
import { announce } from './announce.ts'
import { statusOf } from './checkouts.ts'
import type { CheckoutRow } from './checkouts.ts'
import { newId } from './ids.ts'
import { monthsAfter } from './periods.ts'

/** A simulated checkout as its owner sees it at its hosted page. */
export type HostedPage = {
  id: string
  kind: CheckoutKind
  amountCents: number
  status: 'open' | 'paid' | 'cancelled' | 'expired'
  successUrl: string
  cancelUrl: string
}

type Whose = { id: string; ownerId: string; now: Date }

/** What the person at the page does: the card that is declined leaves it open (decision 22). */
export type Choice = {
  outcome: 'paid' | 'cancelled' | 'declined'
  /** The card pays today and is declined at every renewal. */
  declinesRenewals: boolean
}

/** The page for its owner; undefined for everybody else, and where there is none. */
export async function hostedPage(db: Db, whose: Whose): Promise<HostedPage | undefined> {
  const row = await rowOf(db, whose).executeTakeFirst()
  return row && pageOf(row, whose.now)
}

/**
 * Does what the owner chose, and announces it; answers how the page stands then, undefined where there is none of hers. A page
 * that is settled or expired stays as it is: the same choice again is harmless, another one changes nothing.
 */
export async function settlePage(
  db: Db,
  whose: Whose,
  { outcome, declinesRenewals }: Choice,
): Promise<HostedPage | undefined> {
  return db.transaction().execute(async (tx) => {
    const row = await rowOf(tx, whose).forUpdate().executeTakeFirst()
    if (!row) return undefined
    const page = pageOf(row, whose.now)
    if (page.status !== 'open' || outcome === 'declined') return page
    const isPaid = outcome === 'paid'
    const bought = isPaid ? await pay(tx, row, declinesRenewals, whose.now) : {}
    await tx
      .updateTable('simulated_checkouts')
      .set({ outcome, ...bought })
      .where('id', '=', row.id)
      .execute()
    await announce(tx, `checkout.session.${isPaid ? 'completed' : 'expired'}`, row.id)
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

function rowOf(db: Db, { id, ownerId }: Whose) {
  return db
    .selectFrom('simulated_checkouts')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
}
