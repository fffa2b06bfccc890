import { Stripe } from 'stripe'
import type { Invoice, Payment, Subscription } from '../payments.ts'
import { dateOf, givenBack, NOTHING_BACK } from './payment.ts'
import type { GivenBack } from './payment.ts'
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
  const back = await givenBackByIntent(stripe, customerId)
  const invoices: Invoice[] = []
  const expand = ['data.payments']
  for await (const invoice of stripe.invoices.list({ subscription: id, limit, expand })) {
    const isUndecided = await isWithBank(stripe, invoice)
    invoices.push(invoiceOf(invoice, { back, isUndecided }))
  }
  return {
    id,
    ownerId,
    customerId,
    status: statusOf(subscription),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    priceCents: priceOf(subscription),
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

/**
 * Retries unpaid invoices, except one whose payment is on its way. A declined card, or an invoice that was paid
 * meanwhile, is no error.
 */
export async function collectOpenInvoices(
  stripe: Stripe,
  subscription: string,
  key: string,
): Promise<void> {
  if (statusOf(await stripe.subscriptions.retrieve(subscription)) === 'ended') return
  const expand = ['data.payments']
  for await (const invoice of stripe.invoices.list({
    subscription,
    status: 'open',
    limit,
    expand,
  })) {
    if (await isWithBank(stripe, invoice)) continue
    const { id } = invoice
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

function priceOf({ items }: Stripe.Subscription): number {
  const prices = items.data.map(({ price, quantity }) => (price.unit_amount ?? 0) * (quantity ?? 1))
  return prices.reduce((sum, price) => sum + price, 0)
}

function invoiceOf(
  invoice: Stripe.Invoice,
  { back, isUndecided }: { back: ReadonlyMap<string, GivenBack>; isUndecided: boolean },
): Invoice {
  const paidAt = invoice.status_transitions.paid_at
  // The invoice's own period is the past one; its line has the period that it pays for.
  const period = invoice.lines.data[0]?.period ?? {
    start: invoice.period_start,
    end: invoice.period_end,
  }
  const given = intentsOf(invoice).flatMap((intent) => back.get(intent) ?? [])
  const { status, ...amounts } = given.at(-1) ?? NOTHING_BACK
  return {
    id: invoice.id,
    amountCents: invoice.amount_due,
    status: status ?? (isUndecided ? 'pending' : invoiceStatusOf(invoice)),
    ...amounts,
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

/** Whether a payment of an invoice is neither paid nor declined yet, as a bank debit is for days. */
async function isWithBank(stripe: Stripe, { status, attempted, payments }: Stripe.Invoice) {
  if (status !== 'open' || !attempted) return false
  for (const { status: state, payment } of payments?.data ?? []) {
    const intent = payment.payment_intent
    if (state !== 'open' || !intent) continue
    const id = typeof intent === 'string' ? intent : intent.id
    if ((await stripe.paymentIntents.retrieve(id)).status === 'processing') return true
  }
  return false
}

function intentsOf({ payments }: Stripe.Invoice): string[] {
  return (payments?.data ?? []).flatMap(({ payment: { payment_intent: intent } }) =>
    intent ? [typeof intent === 'string' ? intent : intent.id] : [],
  )
}

/** The amounts of a customer's payment intents that went back, because an invoice does not show them. */
async function givenBackByIntent(
  stripe: Stripe,
  customer: string,
): Promise<ReadonlyMap<string, GivenBack>> {
  const back = new Map<string, GivenBack>()
  for await (const charge of stripe.charges.list({ customer, limit })) {
    const { amount_refunded, disputed, payment_intent } = charge
    const isUntouched = amount_refunded === 0 && !charge.refunded && !disputed
    if (isUntouched || typeof payment_intent !== 'string') continue
    back.set(payment_intent, await givenBack(stripe, charge))
  }
  return back
}
