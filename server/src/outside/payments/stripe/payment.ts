import type { Stripe } from 'stripe'
import type { Payment } from '../payments.ts'

/** The amount of a charge that went back, and the status that follows from it. */
export type GivenBack = Pick<Payment, 'refundedCents' | 'isDisputeWon'> & {
  status: 'refunded' | 'disputed' | undefined
}

export const NOTHING_BACK: GivenBack = { status: undefined, refundedCents: 0, isDisputeWon: false }

/** A single payment, from its intent with `latest_charge` expanded. */
export async function paymentOfIntent(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
): Promise<Payment> {
  const charge = intent.latest_charge
  if (typeof charge === 'string') throw new Error('Stripe did not expand the charge.')
  const createdAt = dateOf(intent.created)
  const { status, ...amounts } = charge ? await givenBack(stripe, charge) : NOTHING_BACK
  return {
    id: intent.id,
    amountCents: intent.amount,
    status: status ?? statusOf(intent),
    ...amounts,
    createdAt,
    paidAt: intent.status === 'succeeded' ? dateOf(charge?.created ?? intent.created) : null,
  }
}

/** Refunds and chargebacks of a charge. An inquiry of the bank, which moves no money, is no chargeback. */
export async function givenBack(stripe: Stripe, charge: Stripe.Charge): Promise<GivenBack> {
  const refundedCents = charge.amount_refunded
  if (!charge.disputed) {
    return { status: charge.refunded ? 'refunded' : undefined, refundedCents, isDisputeWon: false }
  }
  const { data } = await stripe.disputes.list({ charge: charge.id })
  const statuses = data.map(({ status }) => status)
  const isOpenOrLost = statuses.some(
    (status) => status === 'needs_response' || status === 'under_review' || status === 'lost',
  )
  return {
    status: charge.refunded ? 'refunded' : isOpenOrLost ? 'disputed' : undefined,
    refundedCents,
    isDisputeWon: !isOpenOrLost && statuses.includes('won'),
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
