import type { Stripe } from 'stripe'
import type { Purchase } from '../payments.ts'
import { isRefusedAs, unlessMissing } from './stripe-failure.ts'

/** Refunds a payment by its id, a payment intent's or an invoice's. A payment that is refunded already stays so. */
export async function refundPayment(stripe: Stripe, id: string, key: string): Promise<void> {
  const payment_intent = id.startsWith('in_') ? await intentOfInvoice(stripe, id) : id
  try {
    await stripe.refunds.create({ payment_intent }, { idempotencyKey: key })
  } catch (error) {
    if (!isRefusedAs(error, 'charge_already_refunded')) throw error
  }
}

/** Deletes a customer with their cards, which also cancels their subscriptions. One that is gone is no error. */
export async function deleteCustomer(
  stripe: Stripe,
  id: string,
  idempotencyKey: string,
): Promise<void> {
  await unlessMissing(stripe.customers.del(id, {}, { idempotencyKey }))
}

/** The checkout or the subscription that a payment intent paid for, because a charge names neither. */
export async function purchaseOf(stripe: Stripe, intent: string): Promise<Purchase | undefined> {
  const sessions = await unlessMissing(
    stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 }),
  )
  const session = sessions?.data[0]
  if (session) return { about: 'checkout', objectId: session.id }
  const payments = await unlessMissing(
    stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intent },
      limit: 1,
      expand: ['data.invoice'],
    }),
  )
  const invoice = payments?.data[0]?.invoice
  if (!invoice || typeof invoice === 'string' || invoice.deleted) return undefined
  const subscription = invoice.parent?.subscription_details?.subscription
  const objectId = typeof subscription === 'string' ? subscription : subscription?.id
  return objectId ? { about: 'subscription', objectId } : undefined
}

async function intentOfInvoice(stripe: Stripe, invoice: string): Promise<string> {
  const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid' })
  const intent = data[0]?.payment.payment_intent
  if (!intent) throw new Error('There is no such paid payment.')
  return typeof intent === 'string' ? intent : intent.id
}
