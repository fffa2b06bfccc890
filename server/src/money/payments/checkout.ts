import { LEAD_PRICE, SUBSCRIPTION_PRICE } from '#contract/money/money-rules.ts'
import { cents } from '#contract/bookings/booking-price.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import type { Db } from '#server/db/db.ts'
import { helpOfSolution, limitScale } from '#server/http/limits/limit-scale.ts'
import { refuse, refuseForSeconds } from '#server/http/calls/refusal.ts'
import { ownOrigins } from '#server/http/headers/same-origin.ts'
import type {
  CheckoutKind,
  CheckoutOrder,
  OpenCheckout,
} from '#server/outside/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { enqueue } from '#server/queue/queue.ts'
import { requireProvedAddress } from '#server/people/person/email-proof.ts'
import {
  checkoutsSince,
  closeCheckout,
  lockAccount,
  openCheckoutOf,
  readAccount,
  saveCheckout,
  savedCheckout,
  subscriptionOf,
} from '../subscription/billing.queries.ts'
import { refuseIfProviderFails } from './refuse-if-provider-fails.ts'
import { resumeSubscription } from '../subscription/cancel-subscription.ts'
import { settleCheckout } from '../subscription/settle.ts'
import { isPaid } from '../subscription/subscription.ts'

const DASHBOARD = '/dashboard'
const PRICES = { subscription: SUBSCRIPTION_PRICE, lead: LEAD_PRICE } as const

/** The URLs to which the provider's payment page redirects. */
type ReturnUrls = Pick<CheckoutOrder, 'successUrl' | 'cancelUrl'>

/** 'active': it is paid already. 'resumed': a cancellation was revoked, without a charge. 'checkout': where to pay. */
export type SubscriptionStart =
  | { state: 'active' }
  | { state: 'resumed' }
  | ({ state: 'checkout' } & OpenCheckout)

/** How many checkouts of both kinds a professional opens in an hour. RATE_LIMIT_SCALE multiplies it. */
const CHECKOUTS_MAX = 10
const CHECKOUTS_SECONDS = 3600
/** The time for which an open checkout of a lead is given again. A subscription's is as long as it can be paid. */
const LEAD_REUSED_MS = 30 * 60_000
/** Each attempt that opens no checkout found that another request had opened or settled one. */
const ATTEMPTS_MAX = 5

/**
 * Starts a subscription. `key` is the idempotency key. Refuses with `profile_incomplete`, `month_paid`,
 * `payment_not_completed`, `email_not_verified`, `too_many_requests` or `payments_unavailable`.
 * rules: activation, paid-once, cancel-at-period-end, held-starts
 */
export async function startSubscription(
  context: Context,
  actor: Actor,
  returnUrls: ReturnUrls,
  key: string,
): Promise<SubscriptionStart> {
  const { db } = context
  if (!(await readAccount(db, actor.id))) refuse('profile_incomplete')
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const current = await resumeSubscription(context, actor.id, key)
    if (current) return { state: current }
    await requireProvedAddress(context, actor.id)
    const earlier = await openCheckoutOf(db, actor.id, wanted(context, 'subscription'))
    const reused = earlier && (await reuseCheckout(context, actor, earlier))
    if (reused === 'unconfirmed') refuse('payment_not_completed')
    const checkout =
      reused ||
      (!earlier &&
        (await openNewCheckout(context, actor, 'subscription', returnUrls, `${key} ${attempt}`)))
    if (checkout) return { state: 'checkout', ...checkout }
  }
  throw new Error(NEVER_SETTLED)
}

/**
 * Opens a checkout for one lead, or returns the one that was opened in the last half hour and can still be paid.
 * Refuses with `activate_to_buy_leads`, `email_not_verified`, `too_many_requests` or `payments_unavailable`.
 * rules: prices, paid-once
 */
export async function buyLead(
  context: Context,
  actor: Actor,
  returnUrls: ReturnUrls,
  key: string,
): Promise<OpenCheckout> {
  const { db } = context
  if (!(await subscriptionOf(db, actor.id))) refuse('activate_to_buy_leads')
  await requireProvedAddress(context, actor.id)
  /** Paid, but the provider has not confirmed it: another lead can be bought. */
  let except: string | undefined
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const earlier = await openCheckoutOf(db, actor.id, wanted(context, 'lead', except))
    const reused = earlier && (await reuseCheckout(context, actor, earlier))
    if (reused === 'unconfirmed') except = earlier
    else if (reused) return reused
    const opened =
      !earlier &&
      (await openNewCheckout(context, actor, 'lead', returnUrls, `${key} ${attempt}`, except))
    if (opened) return opened
  }
  throw new Error(NEVER_SETTLED)
}

const NEVER_SETTLED = 'Other requests settled each checkout before this one could use it.'

/** Which open checkout is given again. */
function wanted({ clock }: Context, kind: CheckoutKind, except?: string) {
  const since = kind === 'lead' ? new Date(+clock.now() - LEAD_REUSED_MS) : null
  return { kind, since, except }
}

/**
 * The earlier checkout if it can still be paid. Otherwise settles it and returns undefined, or 'unconfirmed' while the
 * provider has not confirmed its payment.
 */
async function reuseCheckout(
  context: Context,
  actor: Actor,
  id: string,
): Promise<OpenCheckout | 'unconfirmed' | undefined> {
  const { db, clock, payments } = context
  const checkout = await refuseIfProviderFails(context, payments.checkout(id))
  if (checkout?.status === 'open' && checkout.url) return { id, url: checkout.url }
  if (checkout) await settleCheckout(context, id, actor.id)
  else await closeCheckout(db, id, clock.now())
  return (await savedCheckout(db, id))?.isOpen ? 'unconfirmed' : undefined
}

/**
 * Opens a checkout. Undefined if the professional has paid meanwhile or has another open one: then the new one is
 * expired, and nobody gets its address. Refuses `too_many_requests`. rule: paid-once
 */
async function openNewCheckout(
  context: Context,
  actor: Actor,
  kind: CheckoutKind,
  returnUrls: ReturnUrls,
  key: string,
  except?: string,
): Promise<OpenCheckout | undefined> {
  const { db, clock } = context
  const wait = await waitForCheckout(context, db, actor)
  const isHelpedBySolution = helpOfSolution((tx) => waitForCheckout(context, tx, actor))
  if (wait) refuseForSeconds('too_many_requests', wait, { isHelpedBySolution })
  const opened = await openCheckout(context, actor, kind, returnUrls, key)
  const now = clock.now()
  const isUsed = await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, actor.id)
    const saved = await savedCheckout(tx, opened.id)
    if (saved) return saved.isOpen
    const other = await openCheckoutOf(tx, actor.id, wanted(context, kind, except))
    const isPaidNow = kind === 'subscription' && isPaid(account?.subscription, now)
    const replaced = other !== undefined || isPaidNow
    await saveOpened(tx, actor, { id: opened.id, kind, replaced, now })
    return !replaced
  })
  return isUsed ? opened : undefined
}

/** The seconds after which the professional may open another checkout; 0: now. */
async function waitForCheckout({ clock, config }: Context, db: Db, actor: Actor): Promise<number> {
  const since = new Date(+clock.now() - CHECKOUTS_SECONDS * 1000)
  const opened = await checkoutsSince(db, actor.id, since)
  const decisive = opened.at(-CHECKOUTS_MAX * limitScale(config))
  return decisive ? Math.ceil((+decisive - +since) / 1000) : 0
}

async function saveOpened(
  tx: Db,
  actor: Actor,
  { id, kind, replaced, now }: { id: string; kind: CheckoutKind; replaced: boolean; now: Date },
): Promise<void> {
  const checkout = { id, professional_id: actor.id, kind, created_at: now }
  await saveCheckout(tx, checkout, { replaced })
  if (replaced) await enqueue(tx, 'expire-checkout', { checkout_id: id })
}

/**
 * The job 'expire-checkout': expires a checkout at the provider, then settles it, because it may have been paid before.
 * If it fails, the job 'renewals' tries again. rules: paid-once
 */
export async function expireCheckout(
  context: Context,
  { checkout_id }: { checkout_id: string },
): Promise<void> {
  await context.payments.expireCheckout(checkout_id, `expire ${checkout_id}`)
  await settleCheckout(context, checkout_id)
}

async function openCheckout(
  context: Context,
  actor: Actor,
  kind: CheckoutKind,
  returnUrls: ReturnUrls,
  key: string,
): Promise<OpenCheckout> {
  const { db, payments } = context
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
  return refuseIfProviderFails(
    context,
    kind === 'lead'
      ? payments.createLeadCheckout(order)
      : payments.createSubscriptionCheckout(order),
  )
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
