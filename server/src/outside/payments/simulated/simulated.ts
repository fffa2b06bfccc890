import type { Db } from '#server/db/db.ts'
import type { Clock } from '#server/context.ts'
import { readEvent } from '../events.ts'
import type { Payments } from '../payments.ts'
import { checkoutOf, expireCheckout, openCheckout } from './checkouts.ts'
import {
  changeSubscription,
  collect,
  deleteCustomer,
  purchaseOf,
  refund,
  subscriptionOf,
} from './subscriptions.ts'

/**
 * A provider with Stripe's shapes where no money moves. Its state is in tables of its own, its hosted page is ours
 * (hosted-page.ts), a job sends its webhooks (webhooks.ts). It has no clock: `collect` charges the periods.
 * rule: simulated-payments
 */
export function simulatedPayments(db: Db, clock: Clock, webhookSecret: string): Payments {
  return {
    provider: 'simulated',
    createSubscriptionCheckout: (order) => openCheckout(db, 'subscription', order, clock.now()),
    createLeadCheckout: (order) => openCheckout(db, 'lead', order, clock.now()),
    checkout: (id) => checkoutOf(db, id, clock.now()),
    expireCheckout: (id) => expireCheckout(db, id, clock.now()),
    subscription: (id) => subscriptionOf(db, id, clock.now()),
    cancelAtPeriodEnd: (id) => changeSubscription(db, id, { cancelAtPeriodEnd: true }, clock.now()),
    resume: (id) => changeSubscription(db, id, { cancelAtPeriodEnd: false }, clock.now()),
    endNow: (id) => changeSubscription(db, id, 'end now', clock.now()),
    collect: (id, at) => collect(db, id, at),
    refund: (id) => refund(db, id),
    deleteCustomer: (id) => deleteCustomer(db, id, clock.now()),
    purchaseOf: (id) => purchaseOf(db, id),
    verifyWebhook: (body, headers, now) => readEvent(body, headers, { secret: webhookSecret, now }),
  }
}
