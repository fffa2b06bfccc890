import type { Stripe } from 'stripe'
import type { Nudge, WebhookHeaders } from './payments.ts'

/** How old a signature may be. */
const TOLERANCE_SECONDS = 300

/** Reads an event that is signed as Stripe signs; undefined when its signature is missing, wrong or old, or what is signed is no event. */
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
    return isEvent(event) ? nudgeOf(event) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
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

/** A signed text may be any JSON. */
function isEvent(text: unknown): text is Stripe.Event {
  const event = text as Partial<Stripe.Event> | null
  return typeof event?.id === 'string' && typeof event.data?.object === 'object'
}

function nudgeOf({ id, data }: Stripe.Event): Nudge {
  const thing = data.object
  if (thing.object === 'checkout.session') return { id, about: 'checkout', objectId: thing.id }
  if (thing.object === 'subscription') return { id, about: 'subscription', objectId: thing.id }
  if (thing.object === 'invoice') {
    const subscription = thing.parent?.subscription_details?.subscription
    const objectId = typeof subscription === 'string' ? subscription : subscription?.id
    if (objectId) return { id, about: 'subscription', objectId }
  }
  if (thing.object === 'charge' || thing.object === 'refund') {
    const money = thing.payment_intent
    const objectId = typeof money === 'string' ? money : money?.id
    if (objectId) return { id, about: 'money', objectId }
  }
  return { id, about: 'nothing we keep' }
}
