import { LEADS_PER_MONTH } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import type { Invoice, Payment, Subscription } from '#server/outside/payments/payments.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import {
  closeCheckout,
  isPaidByAnother,
  lockAccount,
  readAccount,
  savePayment,
} from './billing.queries.ts'
import type { BillingAccount } from './billing.queries.ts'
import { refuseIfProviderFails } from './refuse-if-provider-fails.ts'
import { addCredits, grantCredits, periodKey, withdrawCredits } from './ledger.ts'
import type { NewCredits } from './ledger.ts'
import { recordMoneyEvent } from './money-events.ts'
import { recordOperatorAction } from './operator-actions.ts'
import { isCurrentSubscription, saveSubscription } from './subscription.ts'

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
 * rules: payment-settled-once, checkout-owner
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
  if (payment) result = await settleLead(context, checkout.ownerId, payment)
  if (subscriptionId) result = await settleSubscription(context, checkout.ownerId, subscriptionId)
  // A provider may report the checkout as paid before its invoice.
  const isPaid = checkout.status === 'paid' && result === 'paid'
  if (isPaid || checkout.status === 'expired') {
    await closeCheckout(context.db, checkout.id, context.clock.now())
  }
  if (result === 'unknown') return 'unknown'
  return isPaid ? 'paid' : 'unpaid'
}

/**
 * Records the payment for a single lead credit, and adds the credit if it is paid. Otherwise it is stored as pending.
 * rule: credits-per-payment
 */
async function settleLead(
  { db, clock, payments }: Context,
  ownerId: string,
  payment: Payment,
): Promise<SettleResult> {
  return db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, ownerId)
    if (!account) return 'unknown'
    await recordPayment(tx, payment, clock.now(), {
      ownerId,
      provider: payments.provider,
      billedTo: account.billedTo,
      subscriptionId: null,
      creditsKey: `lead ${payments.provider} ${payment.id}`,
      credits: { kind: 'bought', amount: 1, reason: 'single_lead' },
      refundReason: account.isDeleted ? 'account_deleted' : null,
    })
    return payment.paidAt ? 'paid' : 'unpaid'
  })
}

/**
 * Reads a subscription from the provider and records what it reports: the payments, the credits of each paid period,
 * and the state of the subscription. If another transaction writes the subscription between the read and the write, it
 * reads again. So concurrent calls cannot overwrite newer data. Safe to repeat. 'unknown': the owner has no account.
 * 'unpaid': no invoice is paid, or the provider has no such subscription of this owner. rule: payment-settled-once
 */
export async function settleSubscription(
  context: Context,
  ownerId: string,
  subscriptionId: string,
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
      if (account) await recordSubscription(context, tx, reported, account)
      return true
    })
    if (isRecorded) return reported.invoices.some(({ paidAt }) => paidAt) ? 'paid' : 'unpaid'
  }
  throw new Error('Other transactions wrote the subscription each time before this one.')
}

/** Records every invoice of a subscription, and its state if it is the account's current one. */
async function recordSubscription(
  context: Context,
  tx: Db,
  reported: Subscription,
  account: BillingAccount,
): Promise<void> {
  const { ownerId } = reported
  const { billedTo, isDeleted, subscription: before } = account
  const now = context.clock.now()
  const isCurrent = !isDeleted && isCurrentSubscription(before, reported, now)
  for (const invoice of reported.invoices) {
    const isGranted = isCurrent || (!isDeleted && !(await isPaidByAnother(tx, reported, invoice)))
    await recordPayment(tx, invoice, now, {
      ownerId,
      provider: context.payments.provider,
      billedTo,
      subscriptionId: reported.id,
      creditsKey: periodKey(reported.id, invoice.periodStart),
      credits: isGranted
        ? {
            kind: 'granted',
            amount: LEADS_PER_MONTH,
            reason: invoice.id === reported.invoices[0]?.id ? 'activation' : 'renewal',
          }
        : null,
      refundReason: isGranted ? null : 'duplicate',
    })
  }
  if (isCurrent) await saveSubscription(context, tx, reported, before, now)
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
  refundReason: 'duplicate' | 'account_deleted' | null
}

/**
 * Saves a payment. No other function does. If its status is new, also does what the status requires. 'paid': notifies,
 * and adds the credits or requests a refund. 'failed': notifies. 'refunded': withdraws the credits; for a payment that
 * was not stored before, it first adds them. The caller has locked the account.
 * rules: payment-settled-once, credits-per-payment, refunded-month
 */
async function recordPayment(
  tx: Db,
  payment: Payment | Invoice,
  at: Date,
  { ownerId, provider, billedTo, subscriptionId, credits, creditsKey, refundReason }: PaymentFacts,
): Promise<void> {
  const saved = await savePayment(tx, { ownerId, provider, billedTo, subscriptionId, payment })
  if (saved.status === saved.before || saved.status === 'pending') return
  const newCredits = credits && { ...credits, professionalId: ownerId, at, paymentId: saved.id }
  if (saved.status === 'refunded') {
    if (newCredits) await addCredits(tx, creditsKey, newCredits)
    return recordRefund(tx, saved.id, at)
  }
  await recordMoneyEvent(tx, {
    kind: `payment.${saved.status}`,
    subjectId: ownerId,
    actorId: null,
    at,
    data: { payment_id: saved.id },
  })
  if (saved.status !== 'paid') return
  if (newCredits) await grantCredits(tx, creditsKey, newCredits)
  if (refundReason) await requestRefund(tx, saved.id, refundReason)
}

/**
 * Stores that a payment must be refunded, and enqueues the job 'refund-payment', which requests it from the provider.
 */
export async function requestRefund(tx: Db, paymentId: string, reason: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ refund_reason: reason })
    .where('id', '=', paymentId)
    .where('refund_reason', 'is', null)
    .execute()
  await enqueue(tx, 'refund-payment', { payment_id: paymentId })
}

/**
 * Handles a payment that was refunded, by our job or on the provider's website: withdraws the unspent credits and
 * notifies the professional. A refund on the provider's website is also recorded as an operator action, and ends the
 * subscription if the refunded month is not over. rules: refund-unspent, refunded-month
 */
export async function recordRefund(tx: Db, paymentId: string, at: Date): Promise<void> {
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const { professional_id: professionalId, provider_subscription_id: subscriptionId } = payment
  await withdrawCredits(tx, { professionalId, paymentId, at })
  await recordMoneyEvent(tx, {
    kind: 'payment.refunded',
    subjectId: professionalId,
    actorId: null,
    at,
    data: { payment_id: paymentId },
  })
  const isRequestedByUs = payment.refund_reason !== null
  if (isRequestedByUs) return
  await recordOperatorAction(tx, {
    action: 'refund',
    subjectId: paymentId,
    doneBy: `at ${payment.provider}`,
    at,
  })
  if (subscriptionId && payment.period_end! > at) {
    await enqueue(tx, 'end-subscription', { subscription_id: subscriptionId })
  }
}
