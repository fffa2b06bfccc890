import type { Stripe } from 'stripe'
import type { Purchase } from '../payments.ts'
import { unlessMissing } from './stripe-failure.ts'

/** The checkout or the subscription that a payment intent paid for; a charge itself names neither. */
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
