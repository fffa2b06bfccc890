import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { subscriptionOf } from './billing.queries.ts'
import { refuseIfProviderFails } from './refuse-if-provider-fails.ts'
import { settleSubscription } from './settle.ts'

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
 * Revokes a cancellation within the paid period, without a charge. Returns 'active' if nothing was cancelled, and
 * undefined if the professional has to pay. rule: resume-without-charge
 */
export async function resumeSubscription(
  context: Context,
  professionalId: string,
  key: string,
): Promise<'active' | 'resumed' | undefined> {
  const before = await subscriptionOf(context.db, professionalId)
  if (before?.status !== 'active' || before.paid_until <= context.clock.now()) return undefined
  if (!before.cancel_at_period_end) return 'active'
  const subscriptionId = before.provider_subscription_id
  if (!subscriptionId) return undefined
  await refuseIfProviderFails(context, context.payments.resume(subscriptionId, `resume ${key}`))
  await settleSubscription(context, professionalId, subscriptionId)
  const after = await subscriptionOf(context.db, professionalId)
  return after?.cancel_at_period_end ? undefined : 'resumed'
}
