import { Stripe } from 'stripe'
import { readEvent } from '../events.ts'
import type { PaymentsConfig } from '../payments-config.ts'
import type { Payments } from '../payments.ts'
import { expireSession, openSession, readSession } from './checkout.ts'
import { deleteCustomer, purchaseOf, refundPayment } from './refunds.ts'
import { failureFor } from './stripe-failure.ts'
import { changeSubscription, collectOpenInvoices, readSubscription } from './subscription.ts'

/** The version that this adapter was written and tested for; the account's default version does not matter. */
const API_VERSION = '2026-10-28.endive'
/** The longest silence in one try, in milliseconds. With the retries a person waits at most about 20 seconds. */
const TIMEOUT_MS = 6_000
const RETRIES = 2
/** The longest time of a whole call, in milliseconds: an answer that comes byte by byte is never silent. */
const CALL_MS_MAX = 30_000

type StripeConfig = Extract<PaymentsConfig, { provider: 'stripe' }>

/**
 * Stripe by its own client. Stripe renews and charges first; our job retries what failed. rule: subscription-states
 */
export function stripePayments(
  { secretKey, webhookSecret, apiBase }: StripeConfig,
  { timeoutMs = TIMEOUT_MS, callMsMax = CALL_MS_MAX } = {},
): Payments {
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: timeoutMs,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    httpClient: strictHttp(),
    ...(apiBase ? addressOf(apiBase) : {}),
  })
  const withSafeErrors = async <Answer>(answer: Promise<Answer>) => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('Stripe took too long.')), callMsMax)
    try {
      return await Promise.race([answer, late.promise])
    } catch (error) {
      throw failureFor(error)
    } finally {
      clearTimeout(timer)
    }
  }
  const change = (id: string, to: { cancelAtPeriodEnd: boolean } | 'ended', key: string) =>
    withSafeErrors(changeSubscription(stripe, id, to, key))
  return {
    provider: 'stripe',
    createSubscriptionCheckout: (order) =>
      withSafeErrors(openSession(stripe, 'subscription', order)),
    createLeadCheckout: (order) => withSafeErrors(openSession(stripe, 'lead', order)),
    checkout: (id) => withSafeErrors(readSession(stripe, id)),
    expireCheckout: (id, key) => withSafeErrors(expireSession(stripe, id, key)),
    subscription: (id) => withSafeErrors(readSubscription(stripe, id)),
    cancelAtPeriodEnd: (id, key) => change(id, { cancelAtPeriodEnd: true }, key),
    resume: (id, key) => change(id, { cancelAtPeriodEnd: false }, key),
    endNow: (id, key) => change(id, 'ended', key),
    collect: (id, _at, key) => withSafeErrors(collectOpenInvoices(stripe, id, key)),
    refund: (id, key) => withSafeErrors(refundPayment(stripe, id, key)),
    deleteCustomer: (id, key) => withSafeErrors(deleteCustomer(stripe, id, key)),
    purchaseOf: (id) => withSafeErrors(purchaseOf(stripe, id)),
    verifyWebhook: (body, headers, now) => readEvent(body, headers, { secret: webhookSecret, now }),
  }
}

/** Stripe's client takes any JSON without `error` for success, such as `{}` with 503 from something between. */
function strictHttp() {
  const http = Stripe.createNodeHttpClient()
  const makeRequest = http.makeRequest.bind(http)
  http.makeRequest = async (...request) => {
    const response = await makeRequest(...request)
    const status = response.getStatusCode()
    const read = response.toJSON.bind(response)
    response.toJSON = async () => {
      const json = (await read()) as { error?: unknown }
      if (status >= 400 && !json.error)
        throw new Error(`Stripe answered ${status} without an error.`)
      return json
    }
    return response
  }
  return http
}

function addressOf({ protocol, hostname, port }: URL) {
  const isHttp = protocol === 'http:'
  return {
    protocol: isHttp ? ('http' as const) : ('https' as const),
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (isHttp ? 80 : 443),
  }
}
