import { LEAD_PRICE, SUBSCRIPTION_PRICE } from '#contract/product.ts'
import { cents } from '#contract/booking-price.ts'
import type { Actor } from '#server/http/actor.ts'
import type { Db } from '#server/db/db.ts'
import { isSolved, SCALE_OF_SOLVED } from '#server/http/limit-scale.ts'
import { refuse, refuseForSeconds } from '#server/http/refusal.ts'
import { ownOrigins } from '#server/http/same-origin.ts'
import type {
  CheckoutKind,
  CheckoutOrder,
  OpenCheckout,
} from '#server/outside/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { enqueue } from '#server/queue/queue.ts'
import { requireProvedAddress } from '../identity/email-verification.ts'
import {
  closeCheckout,
  lockAccount,
  openCheckoutOf,
  openLeadCheckoutsSince,
  readAccount,
  saveCheckout,
  savedCheckout,
  subscriptionOf,
} from './billing.queries.ts'
import { refuseIfProviderFails } from './refuse-if-provider-fails.ts'
import { resumeSubscription } from './cancel-subscription.ts'
import { settleCheckout } from './settle.ts'
import { isPaid } from './subscription.ts'

const DASHBOARD = '/dashboard'
const PRICES = { subscription: SUBSCRIPTION_PRICE, lead: LEAD_PRICE } as const

/** The URLs to which the provider's payment page redirects. */
type ReturnUrls = Pick<CheckoutOrder, 'successUrl' | 'cancelUrl'>

/** 'active': it is paid already. 'resumed': a cancellation was revoked, without a charge. 'checkout': where to pay. */
export type SubscriptionStart =
  | { state: 'active' }
  | { state: 'resumed' }
  | ({ state: 'checkout' } & OpenCheckout)

/** The most lead checkouts within an hour that may wait for their payment. rule: lead-checkout-limit */
const OPEN_LEADS_MAX = 10
const OPEN_LEADS_SECONDS = 3600
/** Each attempt that opens no checkout found that another request had opened or settled one. */
const ATTEMPTS_MAX = 5

/**
 * Starts a subscription. `key` is the idempotency key. Refuses with `profile_incomplete`, `month_paid`,
 * `payment_not_completed`, `email_not_verified` or `payments_unavailable`.
 * rules: activation, checkout-reuse, one-open-checkout, resume-without-charge, proved-before-paying
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
    const earlier = await openCheckoutOf(db, actor.id)
    const checkout =
      earlier === undefined
        ? await openSubscriptionCheckout(context, actor, returnUrls, `${key} ${attempt}`)
        : await reuseCheckout(context, actor, earlier)
    if (checkout) return { state: 'checkout', ...checkout }
  }
  throw new Error('Other requests settled each checkout before this one could use it.')
}

/**
 * The earlier checkout if it can still be paid. Otherwise settles it and returns undefined. Refuses
 * `payment_not_completed` while the provider has not confirmed its payment.
 */
async function reuseCheckout(
  context: Context,
  actor: Actor,
  id: string,
): Promise<OpenCheckout | undefined> {
  const { db, clock, payments } = context
  const checkout = await refuseIfProviderFails(context, payments.checkout(id))
  if (checkout?.status === 'open' && checkout.url) return { id, url: checkout.url }
  if (checkout) await settleCheckout(context, id, actor.id)
  else await closeCheckout(db, id, clock.now())
  if ((await savedCheckout(db, id))?.isOpen) refuse('payment_not_completed')
  return undefined
}

/**
 * Opens a subscription checkout. Undefined if the professional has paid meanwhile or has another open one: then the new
 * one is expired, and nobody gets its address.
 */
async function openSubscriptionCheckout(
  context: Context,
  actor: Actor,
  returnUrls: ReturnUrls,
  key: string,
): Promise<OpenCheckout | undefined> {
  const { db, clock } = context
  const opened = await openCheckout(context, actor, 'subscription', returnUrls, key)
  const now = clock.now()
  const isUsed = await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, actor.id)
    const saved = await savedCheckout(tx, opened.id)
    if (saved) return saved.isOpen
    const other = await openCheckoutOf(tx, actor.id)
    const replaced = other !== undefined || isPaid(account?.subscription, now)
    await saveOpened(tx, actor, { id: opened.id, kind: 'subscription', replaced, now })
    return !replaced
  })
  return isUsed ? opened : undefined
}

/**
 * Opens a checkout for one lead. Refuses with `activate_to_buy_leads`, `email_not_verified`, `too_many_requests`
 * or `payments_unavailable`.
 * rules: lead-price, lead-checkout-limit
 */
export async function buyLead(
  context: Context,
  actor: Actor,
  returnUrls: ReturnUrls,
  key: string,
): Promise<OpenCheckout> {
  const { db, clock } = context
  if (!(await subscriptionOf(db, actor.id))) refuse('activate_to_buy_leads')
  await requireProvedAddress(context, actor.id)
  const wait = await waitForLeads(db, actor, clock.now())
  if (wait) refuseForSeconds('too_many_requests', wait)
  const opened = await openCheckout(context, actor, 'lead', returnUrls, key)
  const now = clock.now()
  // Requests at once can all pass the first check.
  const seconds = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, actor.id)
    if (await savedCheckout(tx, opened.id)) return 0
    const waitNow = await waitForLeads(tx, actor, now)
    await saveOpened(tx, actor, { id: opened.id, kind: 'lead', replaced: waitNow > 0, now })
    return waitNow
  })
  if (seconds) refuseForSeconds('too_many_requests', seconds)
  return opened
}

/** After how many seconds the professional may open another lead checkout; 0: now. */
async function waitForLeads(db: Db, actor: Actor, now: Date): Promise<number> {
  const since = new Date(+now - OPEN_LEADS_SECONDS * 1000)
  const opened = await openLeadCheckoutsSince(db, actor.id, since)
  const decisive = opened.at(-OPEN_LEADS_MAX * (isSolved() ? SCALE_OF_SOLVED : 1))
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
 * What this job could not do is tried again by the job 'renewals'. rules: one-open-checkout, checkouts-followed
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
