import * as calls from '#contract/money/billing.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { runOutsideTransactionOnce } from '#server/http/calls/idempotency.ts'
import { rememberWrite } from '#server/http/headers/public-reads.ts'
import { networkOf } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { billingHistoryOf, billingTableOf, invoiceOf } from './billing-history.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import {
  buyLead,
  returnToApp,
  returnToSuccessPage,
  startSubscription,
} from '../payments/checkout.ts'
import { leadsStatusOf, ledgerOf } from '../leads/ledger-view.ts'
import { settleReturn } from '../leads/settle-return.ts'

/** The calls with which professionals pay, cancel and read their billing data. rule: billing-history */
export function billingRoutes(app: App, context: Context): void {
  implement(app, context, calls.activate, ({ actor, idempotency }) =>
    runOutsideTransactionOnce(context.db, idempotency, async (key) => {
      const result = await startSubscription(
        context,
        actor,
        returnToSuccessPage(context, actor),
        key,
      )
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
  )
  implement(app, context, calls.createCheckoutSession, ({ actor, idempotency, body }) =>
    runOutsideTransactionOnce(context.db, idempotency, async (key) => {
      const returnUrls = returnToApp(context, body.origin_url, body.return_url)
      const result = await startSubscription(context, actor, returnUrls, key)
      if (result.state === 'active') refuse('subscription_active')
      if (result.state === 'resumed') return { status: 'already_active' as const }
      return { sessionId: result.id, checkout_url: result.url }
    }),
  )
  implement(app, context, calls.payForLead, ({ actor, idempotency, body }) =>
    runOutsideTransactionOnce(context.db, idempotency, async (key) => {
      const returnUrls = returnToApp(context, body.origin_url)
      return { checkout_url: (await buyLead(context, actor, returnUrls, key)).url }
    }),
  )
  implement(app, context, calls.cancelSubscription, async ({ actor }) => {
    const { isActive, periodEnd } = await cancelSubscription(context, actor.id)
    return {
      message: 'Your subscription is canceled. You keep your remaining credits.',
      isSubscribed: false as const,
      is_active: isActive,
      period_end: periodEnd.toISOString(),
    }
  })
  implement(app, context, calls.leadsStatus, async ({ actor }) => ({
    ...(await leadsStatusOf(context.db, actor.id)),
    payments_simulated: context.payments.provider === 'simulated',
    payments: context.payments.provider,
  }))
  implement(app, context, calls.ledger, ({ actor }) => ledgerOf(context.db, actor.id))
  implement(app, context, calls.billingHistory, ({ actor }) => billingHistoryOf(context.db, actor))
  implement(app, context, calls.billingHistoryTable, ({ actor, reply }) => {
    reply.header('content-disposition', 'attachment; filename="lustra-billing.csv"')
    return billingTableOf(context.db, actor)
  })
  implement(app, context, calls.invoices, async ({ actor, params }) => ({
    invoice: await invoiceOf(context.db, actor, params.id),
  }))
  // The page has the same path: http/json-for-programs.ts routes requests for JSON here. rule: checkout-return
  const paymentSuccess = { ...calls.paymentSuccess, path: `/api${calls.paymentSuccess.path}` }
  implement(app, context, paymentSuccess, async ({ actor, query, request, reply }) => {
    const network = networkOf(request.ip)
    const result = await settleReturn(context, actor, query.session_id, network)
    if (result === 'unknown') refuse('payment_parameters_invalid')
    if (result === 'unpaid') refuse('payment_not_completed')
    rememberWrite(context, reply)
    return { status: 'success' as const, message: 'Payment confirmed. Thank you!' }
  })
}
