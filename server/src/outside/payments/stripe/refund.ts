import type { Stripe } from 'stripe'
import { isRefusedAs } from './stripe-failure.ts'

/** Gives a payment back by its id, which is a payment intent's or an invoice's; what was given back before stays so. */
export async function refundPayment(stripe: Stripe, id: string, key: string): Promise<void> {
  const payment_intent = id.startsWith('in_') ? await intentOfInvoice(stripe, id) : id
  try {
    await stripe.refunds.create({ payment_intent }, { idempotencyKey: key })
  } catch (error) {
    if (!isRefusedAs(error, 'charge_already_refunded')) throw error
  }
}

async function intentOfInvoice(stripe: Stripe, invoice: string): Promise<string> {
  const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid' })
  const intent = data[0]?.payment.payment_intent
  if (!intent) throw new Error('Nothing like that was paid.')
  return typeof intent === 'string' ? intent : intent.id
}
