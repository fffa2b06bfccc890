import type { Selectable } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import type { DB } from '#server/db/types.ts'
import type { Checkout, Invoice, Payment, Subscription } from '#server/outside/payments/payments.ts'
import type { Context, TxContext } from '#server/context.ts'
import {
  closeCheckout,
  isPaidByAnother,
  lockAccount,
  readAccount,
  savePayment,
} from './billing.queries.ts'
import type { BillingAccount } from './billing.queries.ts'
import { saveCustomer } from './customers.ts'
import { expireOpenCheckouts } from '../payments/expire-open-checkouts.ts'
import { refuseIfProviderFails } from '../payments/refuse-if-provider-fails.ts'
import {
  addCredits,
  grantCredits,
  periodKey,
  restoreCredits,
  withdrawCredits,
} from '../leads/ledger.ts'
import type { NewCredits } from '../leads/ledger.ts'
import { recordMoneyEvent } from '../refunds/money-events.ts'
import { orderAtProvider } from '../payments/provider-tasks.ts'
import { recordOperatorAction } from '#server/trust/audit/operator-actions.ts'
import { isCurrentSubscription, monthlyCreditsOf, saveSubscription } from './subscription.ts'

/**
 * The result of `settleCheckout` and `settleSubscription`. 'unknown': there is no such checkout or account, or the
 * checkout is another person's. 'unpaid': nothing was paid yet.
 */
export type SettleResult = 'paid' | 'unpaid' | 'unknown'

/** The format of a checkout id. For any other text no request is sent to the provider. */
const CHECKOUT_ID = /^[\w-]{1,255}$/
const ATTEMPTS_MAX = 20

/**
 * Settles a checkout: reads it from the provider, records the payment that the provider reports, and adds its credits.
 * The return page, the dashboard, the webhook and the job 'renewals' call this in any order and at the same time; it is
 * safe to repeat. With `ownerId`, only a checkout of that person is settled. Refuses 'payments_unavailable'.
 * rules: payment-settled-once, checkout-return
 */
export async function settleCheckout(
  context: Context,
  checkoutId: string,
  ownerId?: string,
): Promise<SettleResult> {
  if (!CHECKOUT_ID.test(checkoutId)) return 'unknown'
  const checkout = await refuseIfProviderFails(context, context.payments.checkout(checkoutId))
  if (!checkout || (ownerId !== undefined && checkout.ownerId !== ownerId)) return 'unknown'
  const { payment, subscriptionId } = checkout
  let result: SettleResult = 'unpaid'
  if (payment) result = await settleLead(context, checkout, payment)
  if (subscriptionId) {
    result = await settleSubscription(context, checkout.ownerId, subscriptionId, checkoutId)
  }
  // A provider may report the checkout as paid before its invoice.
  const isPaid = checkout.status === 'paid' && result === 'paid'
  const isOver = checkout.status === 'expired' || (!isPaid && (await hasEnded(context, checkout)))
  if (isPaid || isOver) {
    await closeCheckout(context.db, checkout.id, context.clock.now())
  }
  if (result === 'unknown') return 'unknown'
  return isPaid ? 'paid' : 'unpaid'
}

/** Whether a checkout can bring nothing any more, because the subscription that it began has ended unpaid. */
async function hasEnded(context: Context, { subscriptionId }: Checkout): Promise<boolean> {
  if (!subscriptionId) return false
  const subscription = await refuseIfProviderFails(
    context,
    context.payments.subscription(subscriptionId),
  )
  return subscription?.status === 'ended'
}

/**
 * Records the payment for a single lead credit, and adds the credit if it is paid. Otherwise it is stored as pending.
 * rule: credit-ledger
 */
async function settleLead(
  { db, clock, payments }: Context,
  { ownerId, customerId }: Checkout,
  payment: Payment,
): Promise<SettleResult> {
  return db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, ownerId)
    if (!account) return 'unknown'
    if (customerId) await saveCustomer(tx, { ownerId, customerId, account, at: clock.now() })
    await recordPayment(tx, payment, clock.now(), {
      ownerId,
      provider: payments.provider,
      billedTo: account.billedTo,
      subscriptionId: null,
      creditsKey: `lead ${payments.provider} ${payment.id}`,
      credits: account.isSuspended ? null : { kind: 'bought', amount: 1, reason: 'single_lead' },
      refundReason: closedReason(account),
    })
    return payment.paidAt ? 'paid' : 'unpaid'
  })
}

/**
 * Reads a subscription from the provider and records what it reports: the payments, the credits of each paid period,
 * and the state of the subscription. If another transaction writes the subscription between the read and the write, it
 * reads again. So concurrent calls cannot overwrite newer data. Safe to repeat. 'unknown': the owner has no account.
 * 'unpaid': no invoice is paid, or the provider has no such subscription of this owner. `checkoutId` is the checkout
 * that began it, if known. rule: payment-settled-once
 */
export async function settleSubscription(
  context: Context,
  ownerId: string,
  subscriptionId: string,
  checkoutId?: string,
): Promise<SettleResult> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const before = await readAccount(context.db, ownerId)
    if (!before) return 'unknown'
    const reported = await refuseIfProviderFails(
      context,
      context.payments.subscription(subscriptionId),
    )
    if (reported?.ownerId !== ownerId) return 'unpaid'
    const isRecorded = await context.db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, ownerId)
      if (account?.subscription?.version !== before.subscription?.version) return false
      if (account) await recordSubscription(context, tx, { reported, account, checkoutId })
      return true
    })
    if (isRecorded) return reported.invoices.some(({ paidAt }) => paidAt) ? 'paid' : 'unpaid'
  }
  throw new Error('Other transactions wrote the subscription each time before this one.')
}

/**
 * Records every invoice of a subscription, and its state if it is the account's current one. Time that another
 * subscription has paid for already is refunded. After a new payment the other open checkouts are expired.
 * rules: paid-once
 */
async function recordSubscription(
  context: TxContext,
  tx: Tx,
  {
    reported,
    account,
    checkoutId,
  }: { reported: Subscription; account: BillingAccount; checkoutId: string | undefined },
): Promise<void> {
  const { ownerId } = reported
  const { billedTo, isDeleted, isSuspended, subscription: before } = account
  const closed = closedReason(account)
  const now = context.clock.now()
  await saveCustomer(tx, { ownerId, customerId: reported.customerId, account, at: now })
  const duplicates = new Set<Invoice>()
  if (before?.provider_subscription_id !== reported.id) {
    for (const invoice of reported.invoices) {
      if (await isPaidByAnother(tx, reported, invoice)) duplicates.add(invoice)
    }
  }
  const invoices = reported.invoices.filter((invoice) => !duplicates.has(invoice))
  const isNew = before?.provider_subscription_id !== reported.id
  const isCurrent =
    !isDeleted &&
    !(isSuspended && isNew) &&
    isCurrentSubscription(before, { ...reported, invoices }, now)
  for (const invoice of reported.invoices) {
    const isGranted = !closed && !duplicates.has(invoice)
    const isNewlyPaid = await recordPayment(tx, invoice, now, {
      ownerId,
      provider: context.payments.provider,
      billedTo,
      subscriptionId: reported.id,
      creditsKey: periodKey(reported.id, invoice.periodStart),
      credits: isGranted
        ? {
            kind: 'granted',
            amount: monthlyCreditsOf(reported, before),
            reason: invoice.id === reported.invoices[0]?.id ? 'activation' : 'renewal',
          }
        : null,
      refundReason: closed ?? (isGranted ? null : 'duplicate'),
    })
    if (isNewlyPaid && invoice.periodEnd > now) {
      await expireOpenCheckouts(tx, ownerId, { kinds: ['subscription'], except: checkoutId })
    }
  }
  if (isCurrent) await saveSubscription(tx, reported, before, now)
}

type PaymentFacts = {
  ownerId: string
  provider: string
  billedTo: string
  /** Null for a single lead. */
  subscriptionId: string | null
  /** The credits that the payment adds; null for none. `creditsKey` prevents that they are added twice. */
  credits: Pick<NewCredits, 'kind' | 'amount' | 'reason'> | null
  creditsKey: string
  /** Why the payment, once paid, must be refunded at once; null if it must not. */
  refundReason: 'duplicate' | 'account_deleted' | 'account_suspended' | null
}

/** Why an account can buy nothing now, so that a payment that arrives is refunded; null if it can. */
function closedReason({ isDeleted, isSuspended }: BillingAccount) {
  if (isDeleted) return 'account_deleted' as const
  return isSuspended ? ('account_suspended' as const) : null
}

/**
 * Saves a payment. No other function does. If its status is new, also does what the status requires. 'paid': notifies
 * and adds the credits, or requests a refund. 'failed': notifies. 'refunded' and 'disputed': withdraws the credits, and
 * first adds them if the payment was not stored before. The caller has locked the account. Returns whether it is newly
 * paid. rules: payment-settled-once, credit-ledger, refunds
 */
async function recordPayment(
  tx: Tx,
  payment: Payment | Invoice,
  at: Date,
  { ownerId, provider, billedTo, subscriptionId, credits, creditsKey, refundReason }: PaymentFacts,
): Promise<boolean> {
  const saved = await savePayment(tx, { ownerId, provider, billedTo, subscriptionId, payment })
  if (saved.status === 'paid' && saved.newly_refunded_cents > 0) {
    await recordPartialRefund(tx, { ownerId, provider, at, ...saved })
  }
  if (saved.status === saved.before || saved.status === 'pending') return false
  if (saved.before === 'disputed') {
    if (saved.status === 'paid') {
      await recordDisputeWon(tx, ownerId, saved.id, at)
      // Meanwhile the time can have been paid again.
      if (refundReason && refundReason !== 'account_suspended') {
        await requestRefund(tx, saved.id, refundReason, at)
      }
    }
    return false
  }
  const newCredits = credits && { ...credits, professionalId: ownerId, at, paymentId: saved.id }
  if (saved.status === 'refunded' || saved.status === 'disputed') {
    if (newCredits) await addCredits(tx, creditsKey, newCredits)
    await (saved.status === 'refunded' ? recordRefund : recordDispute)(tx, saved.id, at)
    return false
  }
  if (saved.status === 'paid' && refundReason) {
    if (newCredits) await grantCredits(tx, creditsKey, newCredits)
    // No receipt: the notice of the refund says why the money goes back.
    await requestRefund(tx, saved.id, refundReason, at)
    return true
  }
  await recordMoneyEvent(tx, {
    kind: `payment.${saved.status}`,
    subjectId: ownerId,
    actorId: null,
    at,
    data: { payment_id: saved.id },
  })
  if (saved.status !== 'paid') return false
  if (newCredits) await grantCredits(tx, creditsKey, newCredits)
  return true
}

/**
 * Stores that a payment must be refunded, and enqueues the job 'refund-payment', which requests it from the provider.
 */
export async function requestRefund(
  tx: Tx,
  paymentId: string,
  reason: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ refund_reason: reason })
    .where('id', '=', paymentId)
    .where('refund_reason', 'is', null)
    .execute()
  await orderAtProvider(tx, { kind: 'refund-payment', subject: paymentId }, at)
}

/**
 * Handles a payment that was refunded, by our job or on the provider's website: withdraws the unspent credits and
 * notifies the professional. A refund on the provider's website is also recorded as an operator action, and ends the
 * subscription if the refunded month is not over. rules: refunds
 */
export async function recordRefund(tx: Tx, paymentId: string, at: Date): Promise<void> {
  const payment = await paymentById(tx, paymentId)
  const { professional_id: professionalId } = payment
  await withdrawCredits(tx, { professionalId, paymentId, cause: 'refund', at })
  await recordMoneyEvent(tx, {
    kind: 'payment.refunded',
    subjectId: professionalId,
    actorId: null,
    at,
    data: { payment_id: paymentId },
  })
  const isRequestedByUs = payment.refund_reason !== null
  if (isRequestedByUs) return
  await endUnpaidMonth(tx, payment, at)
  await recordAtProvider(tx, 'refund', payment, at)
}

/**
 * Handles a payment that the bank took back. Withdraws the unspent credits, ends the subscription if the month is not
 * over, notifies the professional and records it for the operator. rule: refunds
 */
async function recordDispute(tx: Tx, paymentId: string, at: Date): Promise<void> {
  const payment = await paymentById(tx, paymentId)
  const { professional_id: professionalId } = payment
  await withdrawCredits(tx, { professionalId, paymentId, cause: 'dispute', at })
  await recordMoneyEvent(tx, {
    kind: 'payment.disputed',
    subjectId: professionalId,
    actorId: null,
    at,
    data: { payment_id: paymentId },
  })
  await endUnpaidMonth(tx, payment, at)
  await recordAtProvider(tx, 'chargeback', payment, at)
}

/** The bank decided for us: the credits that the chargeback withdrew come back. rule: refunds */
async function recordDisputeWon(
  tx: Tx,
  ownerId: string,
  paymentId: string,
  at: Date,
): Promise<void> {
  await restoreCredits(tx, { professionalId: ownerId, paymentId, at })
  await recordMoneyEvent(tx, {
    kind: 'payment.dispute_won',
    subjectId: ownerId,
    actorId: null,
    at,
    data: { payment_id: paymentId },
  })
}

/** A part was given back on the provider's website: credits and subscription stay. rule: refunds */
async function recordPartialRefund(
  tx: Tx,
  facts: { ownerId: string; provider: string; id: string; newly_refunded_cents: number; at: Date },
): Promise<void> {
  const { ownerId, provider, id, newly_refunded_cents: cents, at } = facts
  await recordMoneyEvent(tx, {
    kind: 'payment.partly_refunded',
    subjectId: ownerId,
    actorId: null,
    at,
    data: { payment_id: id, amount_cents: cents },
  })
  await recordAtProvider(tx, 'partial_refund', { id, provider }, at, { cents })
}

/** Records an action on the provider's website in the audit log: the last step of its transaction. rule: audit-log */
async function recordAtProvider(
  tx: Tx,
  action: 'refund' | 'partial_refund' | 'chargeback',
  { id: subjectId, provider }: { id: string; provider: string },
  at: Date,
  after?: { cents: number },
): Promise<void> {
  const done = { action, subjectId, doneBy: `provider:${provider}`, at }
  await recordOperatorAction(tx, done, { reason: 'provider', ...(after && { after }) })
}

/** Money for a month that is not over went back: the subscription ends at the provider too. rule: refunds */
async function endUnpaidMonth(
  tx: Tx,
  { provider_subscription_id: subject, period_end }: Selectable<DB['payments']>,
  at: Date,
): Promise<void> {
  if (subject && period_end! > at)
    await orderAtProvider(tx, { kind: 'end-subscription', subject }, at)
}

function paymentById(tx: Tx, paymentId: string) {
  return tx.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow()
}
