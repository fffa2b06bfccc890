import type { Stripe } from 'stripe'
import type { WebhookEvent, WebhookHeaders } from './payments.ts'

/** The maximum age of a signature. rule: payment-settled-once */
const TOLERANCE_SECONDS = 300

/**
 * Reads a signed event; undefined if its signature is missing, wrong or old, if the signed text is no event, or if an
 * id in it cannot be one. An event of another kind is about 'other'. rule: payment-settled-once
 */
export async function readEvent(
  rawBody: Buffer,
  headers: WebhookHeaders,
  { secret, now }: { secret: string; now: Date },
): Promise<WebhookEvent | undefined> {
  const { Stripe } = await import('stripe')
  const signature = headers['stripe-signature']
  if (typeof signature !== 'string') return undefined
  try {
    // Not `constructEvent`: it throws an error for an event of the kind 'v2.core.event'.
    Stripe.webhooks.signature!.verifyHeader(
      rawBody,
      signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    )
    return webhookEventOf(JSON.parse(rawBody.toString()))
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

/** A refund, a chargeback or its outcome: each names the payment intent. */
function isAboutPayment(
  object: Stripe.Event['data']['object'],
): object is Stripe.Charge | Stripe.Refund | Stripe.Dispute {
  return ['charge', 'refund', 'dispute'].includes((object as { object: string }).object)
}

/** The signed text can be any JSON. Events of another kind name their object in another way ('v2.core.event'). */
function webhookEventOf(signed: unknown): WebhookEvent | undefined {
  const event = signed as Partial<Stripe.Event> | null
  const id = event?.id
  const object = event?.data?.object as Stripe.Event['data']['object'] | null | undefined
  if (!isId(id) || (typeof object !== 'object' && typeof event?.object !== 'string'))
    return undefined
  const purchase = object && purchaseOf(object)
  if (purchase?.objectId === undefined) return object === null ? undefined : { id, about: 'other' }
  return isId(purchase.objectId) ? { id, ...purchase, objectId: purchase.objectId } : undefined
}

/** The kind of thing that an object is about, with the id that the object names. */
function purchaseOf(object: Stripe.Event['data']['object']) {
  if (object.object === 'checkout.session')
    return { about: 'checkout', objectId: idOf(object) } as const
  if (object.object === 'subscription')
    return { about: 'subscription', objectId: idOf(object) } as const
  if (object.object === 'invoice') {
    const { subscription } = object.parent?.subscription_details ?? {}
    return { about: 'subscription', objectId: idOf(subscription) } as const
  }
  if (isAboutPayment(object))
    return { about: 'payment', objectId: idOf(object.payment_intent) } as const
  return undefined
}

/** The id of an object, which an event contains as the object or as its id alone. */
function idOf(object: unknown): string | undefined {
  if (typeof object === 'string') return object
  const id = typeof object === 'object' && object !== null && 'id' in object ? object.id : undefined
  return typeof id === 'string' ? id : undefined
}

/** PostgreSQL cannot store each text, and the provider has ids of printable ASCII. */
const isId = (id: unknown): id is string =>
  typeof id === 'string' && /^[\x21-\x7e]{1,255}$/.test(id)
