import { LEAD_PRICE, SUBSCRIPTION_PRICE } from '#contract/product.ts'
import { cents } from '#contract/booking-price.ts'
import type { Actor } from '#server/http/actor.ts'
import { refuse } from '#server/http/refusal.ts'
import { ownOrigins } from '#server/http/same-origin.ts'
import type { CheckoutOrder, OpenCheckout } from '#server/outside/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { keepCheckout, openCheckoutOf, payerOf, subscriptionOf } from './money.queries.ts'
import { ask } from './provider.ts'
import { settleCheckout } from './settle.ts'
import { syncSubscription } from './sync-subscription.ts'

const DASHBOARD = '/dashboard'

type Ways = Pick<CheckoutOrder, 'successUrl' | 'cancelUrl'>

/** 'active': paid already. 'resumed': a cancellation was withdrawn without charge (decision 20). Else where to pay. */
export type Subscribing =
  | { state: 'active' }
  | { state: 'resumed' }
  | ({ state: 'checkout' } & OpenCheckout)

/**
 * A professional with a profile wants to be subscribed. A checkout of hers that is still open is used again, so that she does
 * not pay twice; `key` is the intent's own. `ways` lead back from the hosted page.
 */
export async function subscribe(
  context: Context,
  actor: Actor,
  ways: Ways,
  key: string,
): Promise<Subscribing> {
  const { db, clock, payments } = context
  if ((await payerOf(db, actor.id)) === undefined) refuse('profile_incomplete')
  const standing = await activeOrResumed(context, actor.id, key)
  if (standing) return { state: standing }

  const earlier = await openCheckoutOf(db, actor.id)
  if (earlier !== undefined) {
    const checkout = await ask(context, payments.checkout(earlier))
    if (checkout?.status === 'open' && checkout.url) {
      return { state: 'checkout', id: checkout.id, url: checkout.url }
    }
    if ((await settleCheckout(context, earlier, actor.id)) === 'paid') {
      const settled = await activeOrResumed(context, actor.id, key)
      if (settled) return { state: settled }
    }
  }
  const opened = await ask(
    context,
    payments.createSubscriptionCheckout(
      await orderOf(context, actor, SUBSCRIPTION_PRICE, ways, key),
    ),
  )
  await keepCheckout(db, {
    id: opened.id,
    professional_id: actor.id,
    kind: 'subscription',
    created_at: clock.now(),
  })
  return { state: 'checkout', ...opened }
}

/** Opens a checkout for one lead; refuses who was never activated. As many as she wants. */
export async function buyLead(
  context: Context,
  actor: Actor,
  ways: Ways,
  key: string,
): Promise<OpenCheckout> {
  if (!(await subscriptionOf(context.db, actor.id))) refuse('activate_to_buy_leads')
  const order = await orderOf(context, actor, LEAD_PRICE, ways, key)
  const opened = await ask(context, context.payments.createLeadCheckout(order))
  await keepCheckout(context.db, {
    id: opened.id,
    professional_id: actor.id,
    kind: 'lead',
    created_at: context.clock.now(),
  })
  return opened
}

/** To the page that confirms a payment (professional spec 2.5), or back to the dashboard. */
export function waysToSuccessPage(context: Context, actor: Actor, origin?: string): Ways {
  const own = ownOrigin(context, origin)
  return {
    successUrl: `${own}/payment-success?user_id=${actor.id}&session_id={CHECKOUT_ID}`,
    cancelUrl: `${own}${DASHBOARD}?payment=cancel`,
  }
}

/** To an address of the app (the dashboard unless told) with payment=success or payment=cancel (professional spec 2). */
export function waysToDashboard(context: Context, origin?: string, returnUrl?: string): Ways {
  const back = (query: string) => {
    const asked = URL.parse(returnUrl ?? '')
    const url =
      asked && isOwn(context, asked.origin) ? asked : new URL(DASHBOARD, ownOrigin(context, origin))
    const fixed = `${url.origin}${url.pathname}`
    return `${fixed}?${query}`
  }
  return {
    successUrl: back('payment=success&session_id={CHECKOUT_ID}'),
    cancelUrl: back('payment=cancel'),
  }
}

async function activeOrResumed(
  context: Context,
  professionalId: string,
  key: string,
): Promise<'active' | 'resumed' | undefined> {
  const row = await subscriptionOf(context.db, professionalId)
  if (row?.status !== 'active' || row.paid_until <= context.clock.now()) return undefined
  if (!row.cancel_at_period_end) return 'active'
  const subscriptionId = row.provider_subscription_id
  if (!subscriptionId) return undefined
  await ask(context, context.payments.resume(subscriptionId, `resume ${key}`))
  await syncSubscription(context, professionalId, subscriptionId)
  const now = await subscriptionOf(context.db, professionalId)
  return now?.cancel_at_period_end ? undefined : 'resumed'
}

async function orderOf(
  { db }: Context,
  actor: Actor,
  price: number,
  ways: Ways,
  key: string,
): Promise<CheckoutOrder> {
  const row = await subscriptionOf(db, actor.id)
  return {
    ownerId: actor.id,
    email: actor.email,
    language: actor.language,
    amountCents: cents(price),
    customerId: row?.customer_id ?? null,
    ...ways,
    key,
  }
}

/** Decision 23: an origin that is not ours is replaced by ours. */
function ownOrigin(context: Context, origin: string | undefined): string {
  const asked = URL.parse(origin ?? '')?.origin
  return asked && isOwn(context, asked) ? asked : context.config.publicOrigin
}

function isOwn({ config }: Context, origin: string): boolean {
  return ownOrigins(config.publicOrigin).has(origin)
}
