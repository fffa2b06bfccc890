import type { Db } from '#server/db/db.ts'
import type { Clock } from '#server/context.ts'
import { readEvent } from '../events.ts'
import type { Payments } from '../payments.ts'
import { checkoutOf, openCheckout } from './checkouts.ts'
import { boughtBy, changeSubscription, collect, refund, subscriptionOf } from './subscriptions.ts'

/**
 * A provider with Stripe's shapes where no money moves (decision 21): its state lies in tables of its own, its hosted page is
 * ours (settle-page.ts), its webhooks come by a job (deliver.ts). It has no clock: periods are charged when asked to collect.
 */
export function simulatedPayments(db: Db, clock: Clock, webhookSecret: string): Payments {
  return {
    provider: 'simulated',
    createSubscriptionCheckout: (order) => openCheckout(db, 'subscription', order, clock.now()),
    createLeadCheckout: (order) => openCheckout(db, 'lead', order, clock.now()),
    checkout: (id) => checkoutOf(db, id, clock.now()),
    subscription: (id) => subscriptionOf(db, id, clock.now()),
    cancelAtPeriodEnd: (id) => changeSubscription(db, id, { cancelAtPeriodEnd: true }, clock.now()),
    resume: (id) => changeSubscription(db, id, { cancelAtPeriodEnd: false }, clock.now()),
    endNow: (id) => changeSubscription(db, id, 'end now', clock.now()),
    collect: (id, at) => collect(db, id, at),
    refund: (id) => refund(db, id),
    boughtBy: (id) => boughtBy(db, id),
    verifyWebhook: (body, headers, now) => readEvent(body, headers, { secret: webhookSecret, now }),
  }
}
