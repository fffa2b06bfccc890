import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Invoice, Payment, Subscription } from '#server/outside/payments/payments.ts'

export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof subscriptionOf>>>

/** The billing data of a professional. */
export type BillingAccount = {
  /** The name on invoices. */
  billedTo: string
  isDeleted: boolean
  /** Undefined if the account was never activated. */
  subscription: SubscriptionRow | undefined
}

/** Undefined if the user has no profile. */
export async function readAccount(
  db: Db,
  professionalId: string,
): Promise<BillingAccount | undefined> {
  const person = await db
    .selectFrom('professionals')
    .innerJoin('users', 'users.id', 'professionals.user_id')
    .select(['full_name', 'deleted_at'])
    .where('user_id', '=', professionalId)
    .executeTakeFirst()
  if (!person) return undefined
  return {
    billedTo: person.full_name,
    isDeleted: person.deleted_at !== null,
    subscription: await subscriptionOf(db, professionalId),
  }
}

/**
 * Locks a professional's billing rows until the transaction ends, then reads the account. So only one transaction at a
 * time writes them.
 */
export async function lockAccount(
  tx: Db,
  professionalId: string,
): Promise<BillingAccount | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`money ${professionalId}`}, 0))`.execute(
    tx,
  )
  return readAccount(tx, professionalId)
}

/** The stored subscription; `version` changes with each write. Undefined if the account was never activated. */
export async function subscriptionOf(db: Db, professionalId: string) {
  return selectSubscriptions(db).where('professional_id', '=', professionalId).executeTakeFirst()
}

/** Subscriptions whose paid period is over. */
export async function subscriptionsDue(db: Db, now: Date): Promise<SubscriptionRow[]> {
  return selectSubscriptions(db)
    .where('status', '<>', 'lapsed')
    .where('paid_until', '<=', now)
    .orderBy('paid_until')
    .execute()
}

function selectSubscriptions(db: Db) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .select(sql<string>`xmin::text`.as('version'))
}

type SavedPayment = {
  id: string
  status: string
  /** The status before; null if the payment is new. */
  before: string | null
}

/**
 * Saves a payment as the provider reports it. The caller has locked the account. An older answer of the provider cannot
 * change a paid payment back; only a refund changes it. rule: invoice-numbers
 */
export async function savePayment(
  tx: Db,
  {
    ownerId,
    provider,
    billedTo,
    subscriptionId,
    payment,
  }: {
    ownerId: string
    provider: string
    billedTo: string
    /** Null for a single lead. */
    subscriptionId: string | null
    payment: Payment & Partial<Pick<Invoice, 'periodStart' | 'periodEnd'>>
  },
): Promise<SavedPayment> {
  // No `on conflict`: it would use up an invoice number for each payment that is stored already.
  const { rows } = await sql<SavedPayment>`
    with earlier as (
      select id, status from payments where provider = ${provider} and provider_payment_id = ${payment.id}
    ), changed as (
      update payments set
        status = case
          when payments.status = 'refunded' or (payments.status = 'paid' and ${payment.status} <> 'refunded') then payments.status
          else ${payment.status} end,
        paid_at = coalesce(payments.paid_at, ${payment.paidAt}::timestamptz)
      from earlier where payments.id = earlier.id
      returning payments.id, payments.status
    ), added as (
      insert into payments (
        professional_id, kind, provider, provider_payment_id, provider_subscription_id, amount_cents, status, billed_to,
        period_start, period_end, created_at, paid_at)
      select
        ${ownerId}::uuid, ${subscriptionId ? 'subscription' : 'lead'}, ${provider}, ${payment.id}, ${subscriptionId},
        ${payment.amountCents}::integer, ${payment.status}, ${billedTo}, ${payment.periodStart ?? null}::timestamptz,
        ${payment.periodEnd ?? null}::timestamptz, ${payment.createdAt}::timestamptz, ${payment.paidAt}::timestamptz
      where not exists (select from earlier)
      returning id, status
    )
    select *, (select status from earlier) as before from (table changed union all table added) as saved`.execute(
    tx,
  )
  return rows[0]!
}

/**
 * Whether another subscription of the same owner has paid for a part of the period of an invoice.
 * rule: duplicate-subscription
 */
export async function isPaidByAnother(
  tx: Db,
  { id, ownerId }: Pick<Subscription, 'id' | 'ownerId'>,
  { periodStart, periodEnd }: Invoice,
): Promise<boolean> {
  const other = await tx
    .selectFrom('payments')
    .select('id')
    .where('professional_id', '=', ownerId)
    .where('provider_subscription_id', '<>', id)
    .where('status', '=', 'paid')
    .where('period_start', '<', periodEnd)
    .where('period_end', '>', periodStart)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Saves a checkout that was opened. */
export async function saveCheckout(
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

/** The id of the professional's newest subscription checkout that may still be paid. rule: checkout-reuse */
export async function openCheckoutOf(db: Db, professionalId: string): Promise<string | undefined> {
  const checkout = await db
    .selectFrom('checkouts')
    .select('id')
    .where('professional_id', '=', professionalId)
    .where('kind', '=', 'subscription')
    .where('settled_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return checkout?.id
}

/** Checkouts opened since then that may still be paid. */
export async function openCheckoutsSince(db: Db, since: Date): Promise<{ id: string }[]> {
  return db
    .selectFrom('checkouts')
    .select('id')
    .where('settled_at', 'is', null)
    .where('created_at', '>', since)
    .execute()
}

/** Marks a checkout as done, so that the job 'renewals' no longer reads it from the provider. */
export async function closeCheckout(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ settled_at: at })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .execute()
}
