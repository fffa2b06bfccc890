import { sql } from 'kysely'
import { DELETED_USER } from '#contract/product.ts'
import { LEADS_PER_MONTH } from '#contract/money/money-rules.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import type { Subscription } from '#server/outside/payments/payments.ts'
import { lockAccount } from './billing.queries.ts'
import type { SubscriptionRow } from './billing.queries.ts'
import { eraseCustomers } from './customers.ts'
import { expireOpenCheckouts } from '../payments/expire-open-checkouts.ts'
import { recordMoneyEvent } from '../refunds/money-events.ts'
import { orderAtProvider } from '../payments/provider-tasks.ts'
import { refreshSearchEntries } from '#server/people/listing/search-entries.ts'

/** Days after the first failure on which a renewal is retried; the last ends the grace. rule: subscription-states */
const RETRY_DAYS = [1, 3, 5, 7] as const
export const RENEWAL_ATTEMPTS_MAX = 1 + RETRY_DAYS.length
const DAY_MS = 86_400_000

type SubscriptionState = {
  status: 'active' | 'grace' | 'lapsed'
  startedAt: Date
  paidUntil: Date
  cancelAtPeriodEnd: boolean
  /** When the renewal failed first; null unless the status is 'grace'. */
  failingSince: Date | null
  /** Failed attempts since then. */
  attempts: number
}

/**
 * Whether a subscription at the provider is the account's current one, or should replace it. `before` is the stored
 * current one. A new subscription replaces one whose paid period is over or that fails to renew, but not one that is
 * paid, cancelled or not. `invoices` are without the duplicates of what another subscription has paid. If `before` is
 * missing or lapsed, a subscription that has ended already counts too, because its owner paid for a period.
 * rule: paid-once
 */
export function isCurrentSubscription(
  before: SubscriptionRow | undefined,
  { id, invoices }: Subscription,
  now: Date,
): boolean {
  if (before?.provider_subscription_id === id) return true
  if (!before || before.status === 'lapsed') {
    return invoices.some(
      ({ paidAt, periodEnd }) => paidAt && !(before && periodEnd <= before.paid_until),
    )
  }
  const paysNow = invoices.some(({ status, periodEnd }) => status === 'paid' && periodEnd > now)
  return paysNow && !isPaid(before, now)
}

/** Whether a stored subscription is paid at that moment, cancelled or not. */
export function isPaid(row: SubscriptionRow | undefined, now: Date): row is SubscriptionRow {
  return row?.status === 'active' && row.paid_until > now
}

/**
 * Saves the state of the account's current subscription as the provider reports it. Also records the events, notifies
 * the professional, ends a replaced subscription and updates the search entries. The caller has locked the account.
 */
export async function saveSubscription(
  tx: Tx,
  reported: Subscription,
  before: SubscriptionRow | undefined,
  now: Date,
): Promise<void> {
  const { ownerId } = reported
  const isNew = before?.provider_subscription_id !== reported.id
  const state = subscriptionStateOf(reported, isNew ? undefined : before, now)
  const monthlyCredits = monthlyCreditsOf(reported, before)
  await writeState(tx, reported, { ...state, monthlyCredits })
  const facts = { subjectId: ownerId, at: now, data: { subscription_id: reported.id } }
  if (isNew) {
    await recordEvent(tx, { kind: 'subscription.activated', actorId: ownerId, ...facts })
    if (before?.provider_subscription_id) {
      const subject = before.provider_subscription_id
      await orderAtProvider(tx, { kind: 'end-subscription', subject }, now)
    }
  } else if (state.cancelAtPeriodEnd && !before.cancel_at_period_end) {
    await recordMoneyEvent(tx, { kind: 'subscription.cancelled', actorId: ownerId, ...facts })
  }
  if (state.status === 'lapsed' && before && before.status !== 'lapsed') {
    await recordMoneyEvent(tx, { kind: 'subscription.lapsed', actorId: null, ...facts })
  }
  const wasListed = before !== undefined && before.status !== 'lapsed'
  const isListed = state.status !== 'lapsed'
  if (wasListed !== isListed) await refreshSearchEntries(tx, [ownerId])
}

/**
 * The state of a subscription, computed from what the provider reports and from the stored row of the same
 * subscription. rules: subscription-states, cancel-at-period-end, refunds, suspended-payer
 */
export function subscriptionStateOf(
  { invoices, status, cancelAtPeriodEnd }: Subscription,
  before: SubscriptionRow | undefined,
  now: Date,
): SubscriptionState {
  const paid = invoices.filter((invoice) => invoice.status === 'paid')
  const reportedUntil = latest(paid.map(({ periodEnd }) => periodEnd))
  const isExtended = reportedUntil && +reportedUntil === +(before?.extended_from ?? NaN)
  const paidUntil =
    (isExtended ? before?.extended_until : reportedUntil) ?? invoices[0]?.periodStart ?? now
  const newest = invoices.at(-1)
  // A month whose money went back is not paid, and the server does not retry it.
  const wentBack = newest?.status === 'refunded' || newest?.status === 'disputed'
  const isRefunded = wentBack && paidUntil <= now
  const ends = cancelAtPeriodEnd || status === 'ended' || isRefunded
  const base = {
    startedAt: before?.started_at ?? paid[0]?.periodStart ?? now,
    paidUntil,
    cancelAtPeriodEnd: ends,
    failingSince: null,
    attempts: 0,
  }
  // The provider tried to renew, so the renewal is due, even if our clock is behind the provider's.
  const unpaid = newest?.status === 'failed' && newest.periodStart >= paidUntil ? newest : undefined
  if (paidUntil > now && !unpaid) return { ...base, status: 'active' }
  if (ends || before?.status === 'lapsed') return { ...base, status: 'lapsed' }
  if (!unpaid) return { ...base, status: 'active' }
  return {
    ...base,
    status: 'grace',
    failingSince: before?.failing_since ?? latest([unpaid.periodStart, now])!,
    attempts: Math.max(before?.attempts ?? 0, 1),
  }
}

/**
 * The credits of each paid month of a subscription. `before` is the account's stored one. rule: prices
 */
export function monthlyCreditsOf(
  { id }: Pick<Subscription, 'id'>,
  before: SubscriptionRow | undefined,
): number {
  return before?.provider_subscription_id === id ? before.monthly_credits : LEADS_PER_MONTH
}

/** Writes the state, unless it is stored already. */
async function writeState(
  tx: Db,
  { id, ownerId, customerId, priceCents }: Subscription,
  state: SubscriptionState & { monthlyCredits: number },
): Promise<void> {
  const { status, startedAt, paidUntil, cancelAtPeriodEnd, failingSince, attempts } = state
  await sql`
    insert into subscriptions as stored (
      professional_id, provider_subscription_id, customer_id, status, started_at, paid_until, cancel_at_period_end,
      failing_since, attempts, price_cents, monthly_credits)
    values (
      ${ownerId}, ${id}, ${customerId}, ${status}, ${startedAt}, ${paidUntil}, ${cancelAtPeriodEnd}, ${failingSince},
      ${attempts}, ${priceCents}, ${state.monthlyCredits})
    on conflict (professional_id) do update set
      provider_subscription_id = excluded.provider_subscription_id, customer_id = excluded.customer_id,
      status = excluded.status, started_at = excluded.started_at, paid_until = excluded.paid_until,
      cancel_at_period_end = excluded.cancel_at_period_end, failing_since = excluded.failing_since, attempts = excluded.attempts,
      price_cents = excluded.price_cents, monthly_credits = excluded.monthly_credits,
      extended_from = case when excluded.paid_until = stored.extended_until then stored.extended_from end,
      extended_until = case when excluded.paid_until = stored.extended_until then stored.extended_until end
    where (stored.provider_subscription_id, stored.customer_id, stored.status, stored.started_at, stored.paid_until,
        stored.cancel_at_period_end, stored.failing_since, stored.attempts, stored.price_cents, stored.monthly_credits)
      is distinct from (excluded.provider_subscription_id, excluded.customer_id, excluded.status, excluded.started_at,
        excluded.paid_until, excluded.cancel_at_period_end, excluded.failing_since, excluded.attempts, excluded.price_cents,
        excluded.monthly_credits)`.execute(tx)
}

/** How many attempts of a failing renewal are due by now, the first one included. rule: subscription-states */
export function attemptsDue(failingSince: Date, now: Date): number {
  return 1 + RETRY_DAYS.filter((days) => +now >= +failingSince + days * DAY_MS).length
}

/** When the days of grace end. rule: subscription-states */
export function graceUntil(failingSince: Date): Date {
  return new Date(+failingSince + RETRY_DAYS.at(-1)! * DAY_MS)
}

/**
 * Ends an unpaid subscription. The professional is no longer listed but keeps their credits. A job tells the provider
 * to charge nothing more. The caller has locked the account.
 */
export async function lapseSubscription(tx: Tx, professionalId: string, now: Date): Promise<void> {
  const lapsed = await tx
    .updateTable('subscriptions')
    .set({ status: 'lapsed', failing_since: null, attempts: 0 })
    .where('professional_id', '=', professionalId)
    .returning('provider_subscription_id')
    .executeTakeFirstOrThrow()
  await recordMoneyEvent(tx, {
    kind: 'subscription.lapsed',
    subjectId: professionalId,
    actorId: null,
    at: now,
  })
  if (lapsed.provider_subscription_id) {
    const subject = lapsed.provider_subscription_id
    await orderAtProvider(tx, { kind: 'end-subscription', subject }, now)
  }
  await refreshSearchEntries(tx, [professionalId])
}

/**
 * A suspended professional is charged nothing more: jobs expire the open checkouts and end the subscription. Returns
 * until when they have paid, for `giveBackPaidTime`; null if they have not. rule: suspended-payer
 */
export async function stopCharging(tx: Db, professionalId: string, at: Date): Promise<Date | null> {
  const account = await lockAccount(tx, professionalId)
  await expireOpenCheckouts(tx, professionalId, { kinds: ['subscription', 'lead'] })
  const subscription = account?.subscription
  if (!subscription || subscription.status === 'lapsed') return null
  await tx
    .updateTable('subscriptions')
    .set({ cancel_at_period_end: true })
    .where('professional_id', '=', professionalId)
    .execute()
  const subject = subscription.provider_subscription_id
  if (subject) await orderAtProvider(tx, { kind: 'end-subscription', subject }, at)
  return isPaid(subscription, at) ? subscription.paid_until : null
}

/**
 * Gives back the paid time that a suspension took, from its begin `from` to the end of the paid period `until`: that
 * much begins now. Nothing for a period whose money went back meanwhile. rule: suspended-payer
 */
export async function giveBackPaidTime(
  tx: Db,
  professionalId: string,
  { from, until }: { from: Date; until: Date },
  now: Date,
): Promise<void> {
  const account = await lockAccount(tx, professionalId)
  const before = account?.subscription
  if (!before || +before.paid_until !== +until) return
  const paidUntil = new Date(+now + +until - +from)
  await tx
    .updateTable('subscriptions')
    .set({
      status: 'active',
      failing_since: null,
      attempts: 0,
      paid_until: paidUntil,
      extended_from: before.extended_from ?? until,
      extended_until: paidUntil,
    })
    .where('professional_id', '=', professionalId)
    .execute()
}

/** Whether an account is suspended. `userId` is a UUID. rule: suspension */
export async function isSuspended(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('suspension_id')
    .where('id', '=', userId)
    .executeTakeFirst()
  return Boolean(user?.suspension_id)
}

/**
 * Ends the billing of an account that is deleted. Jobs end the subscription, expire the open checkouts and erase the
 * customer at the provider. The name is removed from the invoices. `settleCheckout` and `settleSubscription` refund a
 * payment that still arrives. rules: suspended-payer
 */
export async function endBillingOfDeletedAccount(
  tx: Db,
  professionalId: string,
  at: Date,
): Promise<void> {
  const account = await lockAccount(tx, professionalId)
  await expireOpenCheckouts(tx, professionalId, { kinds: ['subscription', 'lead'] })
  const subscriptionId = account?.subscription?.provider_subscription_id
  if (subscriptionId) {
    await orderAtProvider(tx, { kind: 'end-subscription', subject: subscriptionId }, at)
  }
  await eraseCustomers(tx, professionalId, at)
  await tx.deleteFrom('subscriptions').where('professional_id', '=', professionalId).execute()
  await tx
    .updateTable('payments')
    .set({ billed_to: DELETED_USER })
    .where('professional_id', '=', professionalId)
    .execute()
}

function latest(dates: Date[]): Date | undefined {
  return dates.toSorted((one, other) => +one - +other).at(-1)
}
