import type { Stripe } from 'stripe'
import type { Payment } from '../payments.ts'
import { momentOf } from './moment.ts'

/** A single payment, by its intent with `latest_charge` expanded. */
export function paymentOfIntent(intent: Stripe.PaymentIntent): Payment {
  const charge = intent.latest_charge
  if (typeof charge === 'string') throw new Error('Stripe did not expand the charge.')
  const createdAt = momentOf(intent.created)
  return {
    id: intent.id,
    amountCents: intent.amount,
    status: charge?.refunded ? 'refunded' : statusOf(intent),
    createdAt,
    paidAt: intent.status === 'succeeded' ? momentOf(charge?.created ?? intent.created) : null,
  }
}

function statusOf({ status }: Stripe.PaymentIntent): Payment['status'] {
  if (status === 'succeeded') return 'paid'
  return status === 'requires_payment_method' || status === 'canceled' ? 'failed' : 'pending'
}
