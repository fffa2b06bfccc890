import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { lockAccounts } from '#server/people/person/lock-people.ts'
import type {
  CheckoutKind,
  Invoice,
  Payment,
  Subscription,
} from '#server/outside/payments/payments.ts'

export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof subscriptionOf>>>

/** The billing data of a professional. */
export type BillingAccount = {
  /** The name on invoices. */
  billedTo: string
  isDeleted: boolean
  isSuspended: boolean
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
    .select(['full_name', 'deleted_at', 'suspension_id'])
    .where('user_id', '=', professionalId)
    .executeTakeFirst()
  if (!person) return undefined
  return {
    billedTo: person.full_name,
    isDeleted: person.deleted_at !== null,
    isSuspended: person.suspension_id !== null,
    subscription: await subscriptionOf(db, professionalId),
  }
}

/**
 * Locks a professional's account and then its billing rows until the transaction ends, and reads the account. So only
 * one transaction at a time writes them.
 */
export async function lockAccount(
  tx: Db,
  professionalId: string,
): Promise<BillingAccount | undefined> {
  await lockAccounts(tx, professionalId)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`money ${professionalId}`}, 0))`.execute(
    tx,
  )
  return readAccount(tx, professionalId)
}

/** The stored subscription; `version` changes with each write. Undefined if the account was never activated. */
export async function subscriptionOf(db: Db, professionalId: string) {
  return selectSubscriptions(db).where('professional_id', '=', professionalId).executeTakeFirst()
}

type DueBatch = {
  now: Date
  /** The last subscription of the batch before. */
  after: SubscriptionRow | undefined
  size: number
}

/**
 * The next subscriptions whose paid period is over, except those of suspended people and those that this run, which
 * began at `now`, has postponed. Those whose last attempt threw an error come last. rule: subscription-states
 */
export async function subscriptionsDue(
  db: Db,
  { now, after, size }: DueBatch,
): Promise<SubscriptionRow[]> {
  // A Date has milliseconds, and PostgreSQL's own clock writes microseconds.
  const place = sql`(coalesce(renewal_failed_at, '-infinity'), date_trunc('milliseconds', paid_until), professional_id)`
  const isLater =
    after &&
    sql<boolean>`${place} > (coalesce(${after.renewal_failed_at}::timestamptz, '-infinity'),
      ${after.paid_until}::timestamptz, ${after.professional_id}::uuid)`
  return selectSubscriptions(db)
    .where('status', '<>', 'lapsed')
    .where('paid_until', '<=', now)
    .where(sql<boolean>`renewal_failed_at is distinct from ${now}`)
    .where(
      sql<boolean>`not exists (select from users where users.id = professional_id and suspension_id is not null)`,
    )
    .$if(isLater !== undefined, (query) => query.where(isLater!))
    .orderBy(place)
    .limit(size)
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
  /** The cents that were given back in part since the payment was last saved. */
  newly_refunded_cents: number
}

/**
 * Saves a payment as the provider reports it. The caller has locked the account. An older answer of the provider cannot
 * change a paid payment back; only a refund or a dispute changes it. A disputed one is paid again if the dispute is
 * won. rules: billing-history, refunds
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
      select id, status, refunded_cents from payments where provider = ${provider} and provider_payment_id = ${payment.id}
    ), changed as (
      update payments set
        status = case
          when payments.status = 'refunded'
            or (payments.status in ('paid', 'disputed') and ${payment.status} not in ('paid', 'refunded', 'disputed'))
            or (payments.status = 'disputed' and ${payment.status} = 'paid' and not ${payment.isDisputeWon}::boolean)
            then payments.status
          else ${payment.status} end,
        refunded_cents = greatest(payments.refunded_cents, ${payment.refundedCents}::integer),
        paid_at = coalesce(payments.paid_at, ${payment.paidAt}::timestamptz)
      from earlier where payments.id = earlier.id
      returning payments.id, payments.status, payments.refunded_cents
    ), added as (
      insert into payments (
        professional_id, kind, provider, provider_payment_id, provider_subscription_id, amount_cents, status, billed_to,
        period_start, period_end, created_at, paid_at, refunded_cents)
      select
        ${ownerId}::uuid, ${subscriptionId ? 'subscription' : 'lead'}, ${provider}, ${payment.id}, ${subscriptionId},
        ${payment.amountCents}::integer, ${payment.status}, ${billedTo}, ${payment.periodStart ?? null}::timestamptz,
        ${payment.periodEnd ?? null}::timestamptz, ${payment.createdAt}::timestamptz, ${payment.paidAt}::timestamptz,
        ${payment.refundedCents}::integer
      where not exists (select from earlier)
      returning id, status, refunded_cents
    )
    select id, status, (select status from earlier) as before,
      refunded_cents - coalesce((select refunded_cents from earlier), 0) as newly_refunded_cents
    from (table changed union all table added) as saved`.execute(tx)
  return rows[0]!
}

/** The next run of the job 'renewals' tries this subscription after the others. rule: subscription-states */
export async function postponeRenewal(db: Db, professionalId: string, at: Date): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ renewal_failed_at: at })
    .where('professional_id', '=', professionalId)
    .execute()
}

/**
 * Whether another subscription of the same owner has paid for any of the time of an invoice. A payment that will be
 * refunded does not count, and neither does a subscription that lapsed after a failed renewal: its owner subscribes
 * again. rule: paid-once
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
    .where(sql<boolean>`coalesce(refund_reason, '') not in ('duplicate', 'account_suspended')`)
    .where(
      sql<boolean>`not exists (
        select from subscriptions
        join payments as renewal on renewal.provider_subscription_id = subscriptions.provider_subscription_id
        where subscriptions.provider_subscription_id = payments.provider_subscription_id
          and subscriptions.status = 'lapsed' and renewal.status = 'failed')`,
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

type NewCheckout = {
  id: string
  professional_id: string
  kind: CheckoutKind
  created_at: Date
}

/**
 * Saves a checkout that was opened at the provider, as `replaced` if its address is given to nobody. Violates the index
 * checkouts_one_open if the professional has another open subscription checkout. rule: paid-once
 */
export async function saveCheckout(
  tx: Db,
  checkout: NewCheckout,
  { replaced }: { replaced: boolean },
): Promise<void> {
  await tx
    .insertInto('checkouts')
    .values({ ...checkout, replaced, check_at: checkout.created_at })
    .execute()
}

/** A saved checkout: whether it may still be paid. Undefined if it is not saved. */
export async function savedCheckout(db: Db, id: string): Promise<{ isOpen: boolean } | undefined> {
  const row = await db
    .selectFrom('checkouts')
    .select(['settled_at', 'replaced'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { isOpen: row.settled_at === null && !row.replaced }
}

/** Whether we have stored this checkout as the professional's. */
export async function isOwnCheckout(db: Db, professionalId: string, id: string): Promise<boolean> {
  // PostgreSQL takes no NUL in a text.
  if (id.includes('\0')) return false
  const checkout = await db
    .selectFrom('checkouts')
    .select('id')
    .where('id', '=', id)
    .where('professional_id', '=', professionalId)
    .executeTakeFirst()
  return checkout !== undefined
}

type Reusable = {
  kind: CheckoutKind
  /** Opened after this moment; null: at any time. */
  since: Date | null
  except: string | undefined
}

/** The id of the professional's newest checkout of a kind that may still be paid. rule: paid-once */
export async function openCheckoutOf(
  db: Db,
  professionalId: string,
  { kind, since, except }: Reusable,
): Promise<string | undefined> {
  const checkout = await db
    .selectFrom('checkouts')
    .select('id')
    .where('professional_id', '=', professionalId)
    .where('kind', '=', kind)
    .where('settled_at', 'is', null)
    .where('replaced', '=', false)
    .$if(since !== null, (query) => query.where('created_at', '>', since!))
    .$if(except !== undefined, (query) => query.where('id', '<>', except!))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return checkout?.id
}

/** When the checkouts were opened that the professional was given, oldest first. rule: paid-once */
export async function checkoutsSince(db: Db, professionalId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('checkouts')
    .select('created_at')
    .where('professional_id', '=', professionalId)
    .where('replaced', '=', false)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute()
  return rows.map(({ created_at }) => created_at)
}

/**
 * Marks the open checkouts of a professional as replaced, except one. Returns their ids. The caller has
 * locked the account.
 */
export async function replaceOpenCheckouts(
  tx: Db,
  professionalId: string,
  { kinds, except }: { kinds: readonly CheckoutKind[]; except: string | undefined },
): Promise<string[]> {
  const rows = await tx
    .updateTable('checkouts')
    .set({ replaced: true })
    .where('professional_id', '=', professionalId)
    .where('kind', 'in', kinds)
    .where('settled_at', 'is', null)
    .where('replaced', '=', false)
    .$if(except !== undefined, (query) => query.where('id', '<>', except!))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const CHECK_MINUTES = 10
const CHECK_MINUTES_MAX = 360

/**
 * Takes a batch of the unsettled checkouts whose check is due, those opened since that moment. Each is due again later:
 * after 10 minutes, then twice as long each time, at most 6 hours. rule: paid-once
 */
export async function takeCheckoutsToCheck(
  db: Db,
  { now, openedSince, limit }: { now: Date; openedSince: Date; limit: number },
): Promise<{ id: string; replaced: boolean }[]> {
  const { rows } = await sql<{ id: string; replaced: boolean }>`
    with due as (
      select id from checkouts
      where settled_at is null and check_at <= ${now}::timestamptz and created_at > ${openedSince}::timestamptz
      order by check_at limit ${limit} for update skip locked
    )
    update checkouts set checks = least(checks + 1, 100),
      check_at = ${now}::timestamptz
        + make_interval(mins => least(${CHECK_MINUTES} * 2 ^ least(checks, 10), ${CHECK_MINUTES_MAX})::integer)
    from due where checkouts.id = due.id
    returning checkouts.id, replaced`.execute(db)
  return rows
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
