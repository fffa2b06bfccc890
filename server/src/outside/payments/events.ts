import type { Stripe } from 'stripe'
import type { WebhookEvent, WebhookHeaders } from './payments.ts'

/** The maximum age of a signature. rule: webhook-is-a-hint */
const TOLERANCE_SECONDS = 300

/** Reads a signed event; undefined if its signature is missing, wrong or old, or if the signed text is no event. */
export async function readEvent(
  rawBody: Buffer,
  headers: WebhookHeaders,
  { secret, now }: { secret: string; now: Date },
): Promise<WebhookEvent | undefined> {
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
    return isEvent(event) ? webhookEventOf(event) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined
    throw error
  }
}

/** The signature header that Stripe would send with this body at that moment. */
export async function signEvent(body: string, secret: string, now: Date): Promise<string> {
  const { Stripe } = await import('stripe')
  return Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: Math.floor(now.getTime() / 1000),
  })
}

/** The signed text can be any JSON. */
function isEvent(text: unknown): text is Stripe.Event {
  const event = text as Partial<Stripe.Event> | null
  const object: unknown = event?.data?.object
  return typeof event?.id === 'string' && typeof object === 'object' && object !== null
}

/** A refund, a chargeback or its outcome: each names the payment intent. */
function isAboutPayment(
  object: Stripe.Event['data']['object'],
): object is Stripe.Charge | Stripe.Refund | Stripe.Dispute {
  return ['charge', 'refund', 'dispute'].includes((object as { object: string }).object)
}

function webhookEventOf({ id, data }: Stripe.Event): WebhookEvent {
  const { object } = data
  const about = (kind: Exclude<WebhookEvent['about'], 'other'>, of: unknown): WebhookEvent => {
    const objectId = idOf(of)
    return objectId === undefined ? { id, about: 'other' } : { id, about: kind, objectId }
  }
  if (object.object === 'checkout.session') return about('checkout', object)
  if (object.object === 'subscription') return about('subscription', object)
  if (object.object === 'invoice') {
    return about('subscription', object.parent?.subscription_details?.subscription)
  }
  if (isAboutPayment(object)) {
    return about('payment', object.payment_intent)
  }
  return { id, about: 'other' }
}

/** The id of an object, which an event contains as the object or as its id alone. */
function idOf(object: unknown): string | undefined {
  if (typeof object === 'string') return object
  const id = typeof object === 'object' && object !== null && 'id' in object ? object.id : undefined
  return typeof id === 'string' ? id : undefined
}
