import * as calls from '#contract/billing.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import { onceOutside } from '#server/http/once.ts'
import { refuse } from '#server/http/refusal.ts'
import type { World } from '#server/world.ts'
import { billingHistoryOf, billingTableOf, invoiceOf } from './billing-history.ts'
import { cancelSubscription } from './cancel.ts'
import { buyLead, subscribe, waysToDashboard, waysToSuccessPage } from './checkout.ts'
import { leadsStatusOf } from './leads-status.ts'
import { ledgerOf } from './ledger.ts'
import { settleCheckout } from './settle.ts'

/** The deed calls the provider, so no transaction stays open around it. */
const OUTSIDE = { keepsOutcome: true }

/** What a professional pays, cancels and looks up. */
export function billingRoutes(app: App, world: World): void {
  implement(
    app,
    world,
    calls.activate,
    ({ actor, intent }) =>
      onceOutside(world.db, intent, async (key) => {
        const result = await subscribe(world, actor, waysToSuccessPage(world, actor), key)
        if (result.state === 'checkout') {
          const message = 'Continue to the payment to activate your account.'
          return { message, redirect_to_stripe: true, checkout_url: result.url }
        }
        const message =
          result.state === 'resumed'
            ? 'Your subscription continues. Nothing was charged.'
            : 'Your account is already active.'
        return { message, status: 'already_active' as const }
      }),
    OUTSIDE,
  )
  implement(
    app,
    world,
    calls.createCheckoutSession,
    ({ actor, intent, body }) =>
      onceOutside(world.db, intent, async (key) => {
        const ways = waysToDashboard(world, body.origin_url, body.return_url)
        const result = await subscribe(world, actor, ways, key)
        if (result.state === 'active') refuse('subscription_active')
        if (result.state === 'resumed') return { status: 'already_active' as const }
        return { sessionId: result.id, checkout_url: result.url }
      }),
    OUTSIDE,
  )
  implement(
    app,
    world,
    calls.payForLead,
    ({ actor, intent, body }) =>
      onceOutside(world.db, intent, async (key) => {
        const ways = waysToDashboard(world, body.origin_url)
        return { checkout_url: (await buyLead(world, actor, ways, key)).url }
      }),
    OUTSIDE,
  )
  implement(app, world, calls.cancelSubscription, async ({ actor }) => {
    const { isActive, periodEnd } = await cancelSubscription(world, actor.id)
    return {
      message: 'Your subscription is cancelled. Credits you have left stay yours.',
      isSubscribed: false as const,
      is_active: isActive,
      period_end: periodEnd.toISOString(),
    }
  })
  implement(app, world, calls.leadsStatus, ({ actor }) => leadsStatusOf(world.db, actor.id))
  implement(app, world, calls.ledger, ({ actor }) => ledgerOf(world.db, actor.id))
  implement(app, world, calls.billingHistory, ({ actor }) => billingHistoryOf(world.db, actor))
  implement(app, world, calls.billingHistoryTable, ({ actor, reply }) => {
    reply.header('content-disposition', 'attachment; filename="lustra-billing.csv"')
    return billingTableOf(world.db, actor)
  })
  implement(app, world, calls.invoices, async ({ actor, params }) => ({
    invoice: await invoiceOf(world.db, actor, params.id),
  }))
  // Where http/json-of-pages.ts leads those who ask this page for JSON (decision 5).
  const paymentSuccess = { ...calls.paymentSuccess, path: `/api${calls.paymentSuccess.path}` }
  implement(app, world, paymentSuccess, async ({ actor, query }) => {
    const settled = await settleCheckout(world, query.session_id, actor.id)
    if (settled === 'unknown') refuse('payment_parameters_invalid')
    if (settled === 'unpaid') refuse('payment_not_completed')
    return { status: 'success' as const, message: 'Payment confirmed. Thank you!' }
  })
}
