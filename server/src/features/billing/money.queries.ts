import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Invoice, Payment, Subscription } from '#server/outside/payments/payments.ts'

/** One professional's money is written by one transaction after another. */
export async function holdMoney(tx: Db, professionalId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`money ${professionalId}`}, 0))`.execute(
    tx,
  )
}

/** Her subscription as it is kept; `mark` changes whenever it is written. Undefined: never activated. */
export async function subscriptionOf(db: Db, professionalId: string) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .select(sql<string>`xmin::text`.as('mark'))
    .where('professional_id', '=', professionalId)
    .executeTakeFirst()
}

export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof subscriptionOf>>>

/** Whether she has a profile, and what her invoices call her. */
export async function payerOf(db: Db, professionalId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('professionals')
    .select('full_name')
    .where('user_id', '=', professionalId)
    .executeTakeFirst()
  return found?.full_name
}

type KeptPayment = {
  id: string
  status: string
  refund_reason: string | null
  /** What was kept before; null if nothing was. */
  before: string | null
}

/**
 * Keeps a payment as the provider tells it, while her money is held (`holdMoney`). What was paid stays paid, whatever an older
 * answer says, until it is given back.
 */
export async function keepPayment(
  tx: Db,
  {
    professionalId,
    provider,
    billedTo,
    subscriptionId,
    payment,
  }: {
    professionalId: string
    provider: string
    billedTo: string
    /** Null for a single lead. */
    subscriptionId: string | null
    payment: Payment & Partial<Pick<Invoice, 'periodStart' | 'periodEnd'>>
  },
): Promise<KeptPayment> {
  // Not 'on conflict': that takes a number for every payment that is kept already, and invoices are numbered one after another.
  const { rows } = await sql<KeptPayment>`
    with earlier as (
      select id, status from payments where provider = ${provider} and provider_payment_id = ${payment.id}
    ), changed as (
      update payments set
        status = case
          when payments.status = 'refunded' or (payments.status = 'paid' and ${payment.status} <> 'refunded') then payments.status
          else ${payment.status} end,
        paid_at = coalesce(payments.paid_at, ${payment.paidAt}::timestamptz)
      from earlier where payments.id = earlier.id
      returning payments.id, payments.status, refund_reason
    ), added as (
      insert into payments (
        professional_id, kind, provider, provider_payment_id, provider_subscription_id, amount_cents, status, billed_to,
        period_start, period_end, created_at, paid_at)
      select
        ${professionalId}::uuid, ${subscriptionId ? 'subscription' : 'lead'}, ${provider}, ${payment.id}, ${subscriptionId},
        ${payment.amountCents}::integer, ${payment.status}, ${billedTo}, ${payment.periodStart ?? null}::timestamptz,
        ${payment.periodEnd ?? null}::timestamptz, ${payment.createdAt}::timestamptz, ${payment.paidAt}::timestamptz
      where not exists (select from earlier)
      returning id, status, refund_reason
    )
    select *, (select status from earlier) as before from (table changed union all table added) as kept`.execute(
    tx,
  )
  return rows[0]!
}

/** Whether a payment of a subscription came in, also if it was given back since. */
export async function hasPaidFor(db: Db, providerSubscriptionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('payments')
    .select('id')
    .where('provider_subscription_id', '=', providerSubscriptionId)
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether any of the time that an invoice is for is paid by another subscription of hers. */
export async function isPaidOtherwise(
  tx: Db,
  { id, ownerId }: Pick<Subscription, 'id' | 'ownerId'>,
  { periodStart, periodEnd }: Invoice,
): Promise<boolean> {
  const found = await tx
    .selectFrom('payments')
    .select('id')
    .where('professional_id', '=', ownerId)
    .where('provider_subscription_id', '<>', id)
    .where('status', '=', 'paid')
    .where('period_start', '<', periodEnd)
    .where('period_end', '>', periodStart)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Lets a payment be given back. */
export async function wantRefund(tx: Db, paymentId: string, reason: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ refund_reason: reason })
    .where('id', '=', paymentId)
    .where('refund_reason', 'is', null)
    .execute()
}

/** Writes a hosted page that was opened. */
export async function keepCheckout(
  db: Db,
  checkout: {
    id: string
    professional_id: string
    kind: 'subscription' | 'lead'
    created_at: Date
  },
): Promise<void> {
  await db
    .insertInto('checkouts')
    .values(checkout)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Her latest subscription checkout from which something may still come. */
export async function openCheckoutOf(db: Db, professionalId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('checkouts')
    .select('id')
    .where('professional_id', '=', professionalId)
    .where('kind', '=', 'subscription')
    .where('settled_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}

/** Nothing more comes of this checkout. */
export async function closeCheckout(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ settled_at: at })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .execute()
}
