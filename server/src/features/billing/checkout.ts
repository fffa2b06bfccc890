import { LEAD_PRICE, SUBSCRIPTION_PRICE } from '#contract/product.ts'
import { cents } from '#contract/booking-price.ts'
import type { Actor } from '#server/http/actor.ts'
import { refuse } from '#server/http/refusal.ts'
import { ownOrigins } from '#server/http/same-origin.ts'
import type {
  CheckoutKind,
  CheckoutOrder,
  OpenCheckout,
} from '#server/outside/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { openCheckoutOf, readAccount, saveCheckout, subscriptionOf } from './billing.queries.ts'
import { refuseIfProviderFails } from './refuse-if-provider-fails.ts'
import { resumeSubscription } from './cancel-subscription.ts'
import { settleCheckout } from './settle.ts'

const DASHBOARD = '/dashboard'
const PRICES = { subscription: SUBSCRIPTION_PRICE, lead: LEAD_PRICE } as const

/** The URLs to which the provider's payment page redirects. */
type ReturnUrls = Pick<CheckoutOrder, 'successUrl' | 'cancelUrl'>

/** 'active': it is paid already. 'resumed': a cancellation was revoked, without a charge. 'checkout': where to pay. */
export type SubscriptionStart =
  | { state: 'active' }
  | { state: 'resumed' }
  | ({ state: 'checkout' } & OpenCheckout)

/**
 * Starts a subscription. `key` is the idempotency key. Refuses with `profile_incomplete` or `payments_unavailable`.
 * rules: activation, checkout-reuse, resume-without-charge
 */
export async function startSubscription(
  context: Context,
  actor: Actor,
  returnUrls: ReturnUrls,
  key: string,
): Promise<SubscriptionStart> {
  const { db, payments } = context
  if (!(await readAccount(db, actor.id))) refuse('profile_incomplete')
  const current = await resumeSubscription(context, actor.id, key)
  if (current) return { state: current }

  const earlier = await openCheckoutOf(db, actor.id)
  if (earlier !== undefined) {
    const checkout = await refuseIfProviderFails(context, payments.checkout(earlier))
    if (checkout?.status === 'open' && checkout.url) {
      return { state: 'checkout', id: checkout.id, url: checkout.url }
    }
    if ((await settleCheckout(context, earlier, actor.id)) === 'paid') {
      const result = await resumeSubscription(context, actor.id, key)
      if (result) return { state: result }
    }
  }
  const opened = await openCheckout(context, actor, 'subscription', returnUrls, key)
  return { state: 'checkout', ...opened }
}

/** Opens a checkout for one credit. Refuses 'activate_to_buy_leads' and 'payments_unavailable'. rule: lead-price */
export async function buyLead(
  context: Context,
  actor: Actor,
  returnUrls: ReturnUrls,
  key: string,
): Promise<OpenCheckout> {
  if (!(await subscriptionOf(context.db, actor.id))) refuse('activate_to_buy_leads')
  return openCheckout(context, actor, 'lead', returnUrls, key)
}

async function openCheckout(
  context: Context,
  actor: Actor,
  kind: CheckoutKind,
  returnUrls: ReturnUrls,
  key: string,
): Promise<OpenCheckout> {
  const { db, clock, payments } = context
  const subscription = await subscriptionOf(db, actor.id)
  const order: CheckoutOrder = {
    ownerId: actor.id,
    email: actor.email,
    language: actor.language,
    amountCents: cents(PRICES[kind]),
    customerId: subscription?.customer_id ?? null,
    ...returnUrls,
    key,
  }
  const opened = await refuseIfProviderFails(
    context,
    kind === 'lead'
      ? payments.createLeadCheckout(order)
      : payments.createSubscriptionCheckout(order),
  )
  await saveCheckout(db, {
    id: opened.id,
    professional_id: actor.id,
    kind,
    created_at: clock.now(),
  })
  return opened
}

/** The URLs that return to /payment-success, the page that confirms the payment. rule: checkout-return */
export function returnToSuccessPage({ config }: Context, actor: Actor): ReturnUrls {
  const { publicOrigin } = config
  return {
    successUrl: `${publicOrigin}/payment-success?user_id=${actor.id}&session_id={CHECKOUT_ID}`,
    cancelUrl: `${publicOrigin}${DASHBOARD}?payment=cancel`,
  }
}

/**
 * The URLs that return to a page of the app, by default the dashboard, with payment=success or payment=cancel.
 * rule: checkout-return
 */
export function returnToApp(context: Context, origin?: string, returnUrl?: string): ReturnUrls {
  const requested = URL.parse(returnUrl ?? '')
  const { origin: base, pathname } =
    requested && isOwnOrigin(context, requested.origin)
      ? requested
      : new URL(DASHBOARD, ownOrigin(context, origin))
  return {
    successUrl: `${base}${pathname}?payment=success&session_id={CHECKOUT_ID}`,
    cancelUrl: `${base}${pathname}?payment=cancel`,
  }
}

/** The requested origin, or our own if the requested one is foreign. rule: checkout-return */
function ownOrigin(context: Context, origin: string | undefined): string {
  const requested = URL.parse(origin ?? '')?.origin
  return requested && isOwnOrigin(context, requested) ? requested : context.config.publicOrigin
}

function isOwnOrigin({ config }: Context, origin: string): boolean {
  return ownOrigins(config.publicOrigin).has(origin)
}
