import { Stripe } from 'stripe'
import { readEvent } from '../events.ts'
import type { PaymentsConfig } from '../payments-config.ts'
import type { Payments } from '../payments.ts'
import { openSession, readSession } from './checkout.ts'
import { purchaseOf } from './purchase.ts'
import { refundPayment } from './refund.ts'
import { failureFor } from './stripe-failure.ts'
import { changeSubscription, collectOpenInvoices, readSubscription } from './subscription.ts'

/** What this adapter was written and tested for; the account's own default version does not matter. */
const API_VERSION = '2026-10-28.endive'
/** Of one try. With the retries a person waits at most some twenty seconds. */
const TIMEOUT_MS = 6_000
const RETRIES = 2

type StripeConfig = Extract<PaymentsConfig, { provider: 'stripe' }>

/** Stripe by its own client. Renewals and their first charge are Stripe's; when a failed one is tried again is ours (decision 20). */
export function stripePayments(
  { secretKey, webhookSecret, apiBase }: StripeConfig,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Payments {
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: timeoutMs,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(apiBase ? addressOf(apiBase) : {}),
  })
  const told = async <Answer>(answer: Promise<Answer>) => {
    try {
      return await answer
    } catch (error) {
      throw failureFor(error)
    }
  }
  const change = (id: string, to: { cancelAtPeriodEnd: boolean } | 'ended', key: string) =>
    told(changeSubscription(stripe, id, to, key))
  return {
    provider: 'stripe',
    createSubscriptionCheckout: (order) => told(openSession(stripe, 'subscription', order)),
    createLeadCheckout: (order) => told(openSession(stripe, 'lead', order)),
    checkout: (id) => told(readSession(stripe, id)),
    subscription: (id) => told(readSubscription(stripe, id)),
    cancelAtPeriodEnd: (id, key) => change(id, { cancelAtPeriodEnd: true }, key),
    resume: (id, key) => change(id, { cancelAtPeriodEnd: false }, key),
    endNow: (id, key) => change(id, 'ended', key),
    collect: (id, _at, key) => told(collectOpenInvoices(stripe, id, key)),
    refund: (id, key) => told(refundPayment(stripe, id, key)),
    boughtBy: (id) => told(purchaseOf(stripe, id)),
    verifyWebhook: (body, headers, now) => readEvent(body, headers, { secret: webhookSecret, now }),
  }
}

function addressOf({ protocol, hostname, port }: URL) {
  const isHttp = protocol === 'http:'
  return {
    protocol: isHttp ? ('http' as const) : ('https' as const),
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (isHttp ? 80 : 443),
  }
}
