import type { JobPayloads } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { signEvent } from '../events.ts'
import { webhookSecretOf } from './webhook-secret.ts'

const TIMEOUT_MS = 10_000
const ADDRESSES_OF_ALL: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The job 'deliver-simulated-event': brings a signed webhook to our own door, and rejects when it is not taken, to be repeated. */
export async function deliverSimulatedEvent(
  { config, clock, payments }: Context,
  { id, type, object_id }: JobPayloads['deliver-simulated-event'],
): Promise<void> {
  if (payments.provider !== 'simulated') return
  const data = { object: objectOf(type, object_id) }
  const body = JSON.stringify({ id, object: 'event', type, livemode: false, data })
  const host = ADDRESSES_OF_ALL[config.host] ?? config.host
  const answer = await fetch(
    `http://${host.includes(':') ? `[${host}]` : host}:${config.port}/api/webhooks/payments`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': await signEvent(body, await webhookSecretOf(config), clock.now()),
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    },
  )
  if (!answer.ok) throw new Error(`The webhook was answered ${answer.status}.`)
}

/** What the event is about, as far as Stripe's shape matters to its reader. */
function objectOf(type: string, id: string) {
  if (type.startsWith('charge')) return { object: 'charge', payment_intent: id }
  return { id, object: type.startsWith('checkout') ? 'checkout.session' : 'subscription' }
}
