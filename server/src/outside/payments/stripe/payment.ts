import type { Stripe } from 'stripe'
import type { Payment } from '../payments.ts'

/** A single payment, from its intent with `latest_charge` expanded. */
export function paymentOfIntent(intent: Stripe.PaymentIntent): Payment {
  const charge = intent.latest_charge
  if (typeof charge === 'string') throw new Error('Stripe did not expand the charge.')
  const createdAt = dateOf(intent.created)
  return {
    id: intent.id,
    amountCents: intent.amount,
    status: charge?.refunded ? 'refunded' : statusOf(intent),
    createdAt,
    paidAt: intent.status === 'succeeded' ? dateOf(charge?.created ?? intent.created) : null,
  }
}

function statusOf({ status }: Stripe.PaymentIntent): Payment['status'] {
  if (status === 'succeeded') return 'paid'
  return status === 'requires_payment_method' || status === 'canceled' ? 'failed' : 'pending'
}

/** Stripe's seconds as a date. */
export function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}
