import { Stripe } from 'stripe'
import type { Invoice, Payment, Subscription } from '../payments.ts'
import { dateOf } from './payment.ts'
import { unlessMissing } from './stripe-failure.ts'

/** Stripe's maximum for a page of a list. */
const limit = 100

/** A subscription that we opened, with its invoices, oldest first. */
export async function readSubscription(
  stripe: Stripe,
  id: string,
): Promise<Subscription | undefined> {
  const subscription = await unlessMissing(stripe.subscriptions.retrieve(id))
  const ownerId = subscription?.metadata['owner_id']
  if (!subscription || !ownerId) return undefined
  const customerId =
    typeof subscription.customer === 'string' ? subscription.customer : subscription.customer.id
  const refunded = await refundedIntents(stripe, customerId)
  const invoices: Invoice[] = []
  const expand = ['data.payments']
  for await (const invoice of stripe.invoices.list({ subscription: id, limit, expand })) {
    invoices.push(invoiceOf(invoice, refunded))
  }
  return {
    id,
    ownerId,
    customerId,
    status: statusOf(subscription),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    invoices: invoices.toSorted((one, other) => +one.periodStart - +other.periodStart),
  }
}

/**
 * Cancels at the end of the paid period, continues, or ends now. Does nothing if it has ended or is in that state
 * already.
 */
export async function changeSubscription(
  stripe: Stripe,
  id: string,
  to: { cancelAtPeriodEnd: boolean } | 'ended',
  idempotencyKey: string,
): Promise<void> {
  const before = await stripe.subscriptions.retrieve(id)
  if (statusOf(before) === 'ended') return
  if (to === 'ended') {
    await stripe.subscriptions.cancel(id, {}, { idempotencyKey })
  } else if (before.cancel_at_period_end !== to.cancelAtPeriodEnd) {
    const change = { cancel_at_period_end: to.cancelAtPeriodEnd }
    await stripe.subscriptions.update(id, change, { idempotencyKey })
  }
}

/** Retries unpaid invoices. A declined card, or an invoice that was paid meanwhile, is no error. */
export async function collectOpenInvoices(
  stripe: Stripe,
  subscription: string,
  key: string,
): Promise<void> {
  if (statusOf(await stripe.subscriptions.retrieve(subscription)) === 'ended') return
  for await (const { id } of stripe.invoices.list({ subscription, status: 'open', limit })) {
    try {
      await stripe.invoices.pay(id, {}, { idempotencyKey: `${key} ${id}` })
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError) continue
      const { status } = await stripe.invoices.retrieve(id)
      if (status !== 'paid') throw error
    }
  }
}

function statusOf({ status }: Stripe.Subscription): Subscription['status'] {
  if (status === 'canceled' || status === 'incomplete_expired') return 'ended'
  return status === 'active' || status === 'trialing' ? 'active' : 'past_due'
}

function invoiceOf(invoice: Stripe.Invoice, refunded: ReadonlySet<string>): Invoice {
  const paidAt = invoice.status_transitions.paid_at
  // The invoice's own period is the past one; its line has the period that it pays for.
  const period = invoice.lines.data[0]?.period ?? {
    start: invoice.period_start,
    end: invoice.period_end,
  }
  return {
    id: invoice.id,
    amountCents: invoice.amount_due,
    status: intentsOf(invoice).some((intent) => refunded.has(intent))
      ? 'refunded'
      : invoiceStatusOf(invoice),
    createdAt: dateOf(invoice.created),
    paidAt: paidAt === null ? null : dateOf(paidAt),
    periodStart: dateOf(period.start),
    periodEnd: dateOf(period.end),
  }
}

function invoiceStatusOf({ status, attempted }: Stripe.Invoice): Payment['status'] {
  if (status === 'paid') return 'paid'
  if (status === 'draft' || (status === 'open' && !attempted)) return 'pending'
  return 'failed'
}

function intentsOf({ payments }: Stripe.Invoice): string[] {
  return (payments?.data ?? []).flatMap(({ payment: { payment_intent: intent } }) =>
    intent ? [typeof intent === 'string' ? intent : intent.id] : [],
  )
}

/** The refunded payment intents of a customer, because an invoice does not show its refund. */
async function refundedIntents(stripe: Stripe, customer: string): Promise<ReadonlySet<string>> {
  const intents = new Set<string>()
  for await (const { refunded, payment_intent } of stripe.charges.list({ customer, limit })) {
    if (refunded && typeof payment_intent === 'string') intents.add(payment_intent)
  }
  return intents
}
