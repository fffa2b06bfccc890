import type { Db } from '#server/db/db.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { signEvent } from '../events.ts'
import { newId } from './payment.ts'
import { webhookSecretOf } from './webhook-secret.ts'

const TIMEOUT_MS = 10_000
/** A server that listens on all addresses is reached by the loopback address. */
const LOOPBACK: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The event types of the simulated provider, in Stripe's words. */
type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'customer.subscription.updated'
  | 'charge.refunded'

/** Sends a webhook once the transaction is committed. `objectId` is the payment's id for a refund. */
export async function sendWebhook(tx: Db, type: EventType, objectId: string): Promise<void> {
  await enqueue(tx, 'deliver-simulated-event', { id: newId('evt'), type, object_id: objectId })
}

/**
 * The job 'deliver-simulated-event': posts a signed webhook to our own server; rejects if it is refused, so that it is
 * retried.
 */
export async function deliverSimulatedEvent(
  { config, clock, payments }: Context,
  { id, type, object_id }: { id: string; type: string; object_id: string },
): Promise<void> {
  if (payments.provider !== 'simulated') return
  const data = { object: objectOf(type, object_id) }
  const body = JSON.stringify({ id, object: 'event', type, livemode: false, data })
  const answer = await fetch(`${ownAddress(config)}/api/webhooks/payments`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': await signEvent(body, await webhookSecretOf(config), clock.now()),
    },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`The webhook was answered with ${answer.status}.`)
}

/** A certificate is for the name that people use, not for the address on which we listen. */
function ownAddress({ certificate, publicOrigin, host, port }: Context['config']): string {
  if (certificate) return publicOrigin
  const reached = LOOPBACK[host] ?? host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

/** The event's object in Stripe's shape, with the fields that `readEvent` needs. */
function objectOf(type: string, id: string) {
  if (type.startsWith('charge')) return { object: 'charge', payment_intent: id }
  return { id, object: type.startsWith('checkout') ? 'checkout.session' : 'subscription' }
}
