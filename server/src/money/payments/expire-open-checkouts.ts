import type { Db } from '#server/db/db.ts'
import type { CheckoutKind } from '#server/outside/payments/payments.ts'
import { enqueue } from '#server/queue/queue.ts'
import { replaceOpenCheckouts } from '../subscription/billing.queries.ts'

/**
 * Has the open checkouts of a professional expired at the provider: one job for each, `except` the one that was just
 * paid. The caller has locked the account. rule: paid-once
 */
export async function expireOpenCheckouts(
  tx: Db,
  professionalId: string,
  { kinds, except }: { kinds: readonly CheckoutKind[]; except?: string },
): Promise<void> {
  for (const id of await replaceOpenCheckouts(tx, professionalId, { kinds, except })) {
    await enqueue(tx, 'expire-checkout', { checkout_id: id })
  }
}
