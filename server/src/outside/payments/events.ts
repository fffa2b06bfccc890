import type { Stripe } from 'stripe'
import type { Nudge, WebhookHeaders } from './payments.ts'

/** How old a signature may be. */
const TOLERANCE_SECONDS = 300

/** Reads an event that is signed as Stripe signs; undefined when its signature is missing, wrong or old. */
export async function readEvent(
  rawBody: Buffer,
  headers: WebhookHeaders,
  { secret, now }: { secret: string; now: Date },
): Promise<Nudge | undefined> {
  const { Stripe } = await import('stripe')
  const signature = headers['stripe-signature']
  if (typeof signature !== 'string') return undefined
  try {
    const event = Stripe.webhooks.constructEvent(
      rawBody,
      signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    )
    return nudgeOf(event)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined
    throw error
  }
}

/** The header that Stripe would send with this body at that moment. */
export async function signEvent(body: string, secret: string, now: Date): Promise<string> {
  const { Stripe } = await import('stripe')
  return Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: Math.floor(now.getTime() / 1000),
  })
}

function nudgeOf(event: Stripe.Event): Nudge {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return { id: event.id, about: 'checkout', objectId: event.data.object.id }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return { id: event.id, about: 'subscription', objectId: event.data.object.id }
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.finalized':
    case 'invoice.voided': {
      const subscription = event.data.object.parent?.subscription_details?.subscription
      if (!subscription) break
      const objectId = typeof subscription === 'string' ? subscription : subscription.id
      return { id: event.id, about: 'subscription', objectId }
    }
  }
  return { id: event.id, about: 'nothing we keep' }
}
