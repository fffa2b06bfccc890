import type { Db } from '#server/db/db.ts'
import { enqueue } from '#server/queue/queue.ts'
import { newId } from './ids.ts'

/** What the simulated provider's webhooks are about, in Stripe's words. */
type Happening =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'customer.subscription.updated'
  | 'charge.refunded'

/** Tells of it by a webhook, once the transaction is through; of a refund by the payment's id. */
export async function announce(tx: Db, type: Happening, objectId: string): Promise<void> {
  await enqueue(tx, 'deliver-simulated-event', { id: newId('evt'), type, object_id: objectId })
}
