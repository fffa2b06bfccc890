import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { subscriptionOf } from './billing.queries.ts'
import { refuseIfProviderFails } from '../payments/refuse-if-provider-fails.ts'
import { settleSubscription } from './settle.ts'
import { isPaid } from './subscription.ts'

/**
 * Cancels a subscription at the end of the paid period, or at once during the days of grace. Repeating it returns the
 * same. Refuses 'no_subscription' and 'payments_unavailable'. rule: cancel-at-period-end
 */
export async function cancelSubscription(
  context: Context,
  professionalId: string,
): Promise<{ isActive: boolean; periodEnd: Date }> {
  const { db, payments } = context
  const before = await subscriptionOf(db, professionalId)
  const subscriptionId = before?.provider_subscription_id
  if (!before || before.status === 'lapsed' || !subscriptionId) refuse('no_subscription')
  if (!before.cancel_at_period_end) {
    const key = `cancel ${subscriptionId} ${before.version}`
    if (before.status === 'grace')
      await refuseIfProviderFails(context, payments.endNow(subscriptionId, key))
    else await refuseIfProviderFails(context, payments.cancelAtPeriodEnd(subscriptionId, key))
    await settleSubscription(context, professionalId, subscriptionId)
  }
  const after = (await subscriptionOf(db, professionalId))!
  return { isActive: after.status !== 'lapsed', periodEnd: after.paid_until }
}

/**
 * Inside the paid period: withdraws a cancellation without a charge. Returns 'active' if there was none to withdraw,
 * and undefined if the professional has to pay. Refuses `month_paid` if the period is paid but the provider has ended
 * the subscription: nobody pays twice for the same time. rules: cancel-at-period-end, paid-once
 */
export async function resumeSubscription(
  context: Context,
  professionalId: string,
  key: string,
): Promise<'active' | 'resumed' | undefined> {
  const { db, clock, payments } = context
  const before = await subscriptionOf(db, professionalId)
  if (!isPaid(before, clock.now())) return undefined
  if (!before.cancel_at_period_end) return 'active'
  const subscriptionId = before.provider_subscription_id
  if (subscriptionId) {
    await refuseIfProviderFails(context, payments.resume(subscriptionId, `resume ${key}`))
    await settleSubscription(context, professionalId, subscriptionId)
  }
  const after = await subscriptionOf(db, professionalId)
  if (!isPaid(after, clock.now())) return undefined
  return after.cancel_at_period_end ? refuse('month_paid') : 'resumed'
}
