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
  return typeof event?.id === 'string' && typeof event.data?.object === 'object'
}

function webhookEventOf({ id, data }: Stripe.Event): WebhookEvent {
  const { object } = data
  if (object.object === 'checkout.session') return { id, about: 'checkout', objectId: object.id }
  if (object.object === 'subscription') return { id, about: 'subscription', objectId: object.id }
  if (object.object === 'invoice') {
    const subscription = object.parent?.subscription_details?.subscription
    const objectId = typeof subscription === 'string' ? subscription : subscription?.id
    if (objectId) return { id, about: 'subscription', objectId }
  }
  if (object.object === 'charge' || object.object === 'refund') {
    const intent = object.payment_intent
    const objectId = typeof intent === 'string' ? intent : intent?.id
    if (objectId) return { id, about: 'payment', objectId }
  }
  return { id, about: 'other' }
}
