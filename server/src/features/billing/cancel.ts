import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { subscriptionOf } from './money.queries.ts'
import { ask } from './provider.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * Ends a subscription with what is paid (decision 19); in grace, where nothing is paid any more, at once. The same again is the
 * same answer. Refuses where there is nothing to cancel.
 */
export async function cancelSubscription(
  context: Context,
  professionalId: string,
): Promise<{ isActive: boolean; periodEnd: Date }> {
  const { db, payments } = context
  const row = await subscriptionOf(db, professionalId)
  const subscriptionId = row?.provider_subscription_id
  if (!row || row.status === 'lapsed' || !subscriptionId) refuse('no_subscription')
  if (!row.cancel_at_period_end) {
    const key = `cancel ${subscriptionId} ${row.mark}`
    if (row.status === 'grace') await ask(context, payments.endNow(subscriptionId, key))
    else await ask(context, payments.cancelAtPeriodEnd(subscriptionId, key))
    await syncSubscription(context, professionalId, subscriptionId)
  }
  const now = (await subscriptionOf(db, professionalId))!
  return { isActive: now.status !== 'lapsed', periodEnd: now.paid_until }
}
