import type { Actor } from '#server/http/calls/actor.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import type { Context } from '#server/context.ts'
import { isOwnCheckout } from '../subscription/billing.queries.ts'
import { settleCheckout } from '../subscription/settle.ts'
import type { SettleResult } from '../subscription/settle.ts'

/**
 * Settles the checkout that a professional names when they return from the payment page. `network` is their network
 * address. A checkout that we have not stored may still be ours: the process can end before it stores one. But a
 * look-up asks the provider, so made-up ids are limited. Refuses 'too_many_requests' and what `settleCheckout` refuses.
 * rule: checkout-return, rate-limits
 */
export async function settleReturn(
  context: Context,
  actor: Actor,
  checkoutId: string,
  network: string,
): Promise<SettleResult> {
  if (!(await isOwnCheckout(context.db, actor.id, checkoutId))) {
    await consumeRateLimit(context, 'unknown_checkout_by_user', actor.id)
    await consumeRateLimit(context, 'unknown_checkout_by_network', network)
  }
  return settleCheckout(context, checkoutId, actor.id)
}
