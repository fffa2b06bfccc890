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
import { callProvider } from './call-provider.ts'
import { addCredits, grantCredits, periodKey, withdrawCredits } from './ledger.ts'
import type { NewCredits } from './ledger.ts'
import { recordMoneyEvent } from './money-events.ts'
import { recordOperatorAction } from './operator-actions.ts'
import { isCurrentSubscription, saveSubscription } from './subscription.ts'

/** 'unknown': there is no such checkout, or it is another person's. 'unpaid': nothing was paid yet. */
export type SettleResult = 'paid' | 'unpaid' | 'unknown'

/** The form of the providers' ids; other input is not worth a request. */
const CHECKOUT_ID = /^[\w-]{1,255}$/
const ATTEMPTS_MAX = 20

/**
 * Gives the owner what a checkout has paid for: reads it from the provider and records what is true. The return page,
 * the dashboard, the webhook and the job 'renewals' all call this, in any order and at the same time; repeating it is
 * harmless. With `ownerId` only that person's checkout is settled. Refuses with `payments_unavailable`.
 * rules: payment-settled-once, checkout-owner
 */
export async function settleCheckout(
  context: Context,
  checkoutId: string,
  ownerId?: string,
): Promise<SettleResult> {
  if (!CHECKOUT_ID.test(checkoutId)) return 'unknown'
  const checkout = await callProvider(context, context.payments.checkout(checkoutId))
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
 * A paid single lead brings one credit. A payment that is still under way is stored as pending.
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
 * Reads a subscription from the provider and records what is true: its payments, the credits of each paid period, and
 * the state of the subscription. What was read before somebody else's write is dropped and read again, so answers may
 * arrive in any order. Repeating it is harmless. 'unknown': the provider does not know it as a subscription of this
 * owner. rule: payment-settled-once
 */
export async function settleSubscription(
  context: Context,
  ownerId: string,
  subscriptionId: string,
): Promise<SettleResult> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const before = await readAccount(context.db, ownerId)
    if (!before) return 'unknown'
    const reported = await callProvider(context, context.payments.subscription(subscriptionId))
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
  /** What the payment brings; null: nothing. `creditsKey` keeps it from being granted twice. */
  credits: Pick<NewCredits, 'kind' | 'amount' | 'reason'> | null
  creditsKey: string
  /** Why a payment that is paid has to be refunded at once; null: it stays. */
  refundReason: 'duplicate' | 'account_deleted' | null
}

/**
 * The one way to record a payment: saves it and does what follows from a status that is new. Paid: notice and credits,
 * or a refund. Failed: notice. Refunded: its credits are taken back, also where we first hear of the payment now. The
 * caller has locked the account. rules: payment-settled-once, credits-per-payment, refunded-month
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

/** Marks a payment for its refund, which the job 'refund-payment' asks the provider for. */
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
 * What follows when a payment has become refunded, by our job or at the provider's own site: unspent credits are taken
 * back and the professional is notified. A refund at the provider's site is stored with the operator's actions, and
 * ends the subscription if the refunded month is not over. rules: refund-unspent, refunded-month
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
