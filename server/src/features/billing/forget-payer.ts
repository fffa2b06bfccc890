import { DELETED_USER } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { enqueue } from '#server/queue/queue.ts'
import { holdMoney, subscriptionOf } from './money.queries.ts'

/**
 * Ends what a professional who deletes her account would still pay, by a job at the provider, and takes her name out of what is
 * kept of her money. Without a subscription she is neither listed nor reachable (decision 19). What she pays on a page that
 * was open already is given back (`syncSubscription`, `settleCheckout`).
 */
export async function forgetPayer(tx: Db, professionalId: string): Promise<void> {
  await holdMoney(tx, professionalId)
  const row = await subscriptionOf(tx, professionalId)
  if (row?.provider_subscription_id) {
    await enqueue(tx, 'end-subscription', { subscription_id: row.provider_subscription_id })
  }
  await tx.deleteFrom('subscriptions').where('professional_id', '=', professionalId).execute()
  await tx
    .updateTable('payments')
    .set({ billed_to: DELETED_USER })
    .where('professional_id', '=', professionalId)
    .execute()
}
