import { sql } from 'kysely'
import { signEvent } from '#server/outside/payments/events.ts'
import { webhookSecretOf } from '#server/outside/payments/simulated/webhook-secret.ts'
import { openCheckout } from '../builders/paying.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from '../stripe/stripe-server.ts'
import { NOW } from '../builders/booking.ts'

type Kind = 'subscription' | 'lead'
type Person = { id: string }

type Signed = { at?: Date; secret?: string }
type Event = { body: string; headers: Record<string, string> }

/** The server with one of its providers. Both use one clock that a test moves. */
export type BillingHarness = {
  server: TestServer
  /** Settings that connect another process to the same provider. */
  settings: Record<string, string>
  now(): Date
  /** Moves the clock of both. The provider charges renewals, with a card that works or one that is declined. */
  moveTo(now: Date): void
  declines(declines: boolean): void
  /** The provider cannot be reached. */
  isDown(down: boolean): void
  /** The next call is executed, but its answer is lost. */
  loseNextAnswer(): void
  /** The provider answers no call before the gate resolves. */
  isSlow(gate: Promise<unknown> | undefined): void
  /** The professional pays on the hosted page and does not return. */
  pay(session: string): Promise<void>
  /** The id by which the provider's charge names our payment. */
  intentOf(paymentId: string): string
  /** A part of a payment is given back on the provider's website. */
  refundPartly(paymentId: string, cents: number): Promise<void>
  /** The bank takes a payment back at the cardholder's request, or decides about that. */
  dispute(paymentId: string, state: 'open' | 'lost' | 'won'): Promise<void>
  /** Whether the provider still has this customer. */
  hasCustomer(customerId: string): Promise<boolean>
  /** An event as the provider sends it: exact bytes and headers, signed now by default. */
  event(type: string, object: object, signed?: Signed): Promise<Event>
  /** Sends an event to the server; returns the status. */
  sendEvent(type: string, object: object, signed?: Signed): Promise<number>
  close(): Promise<void>
}

/** The two adapters of payments, which tests run with: `describe.each(HARNESSES)`. */
export const HARNESSES = [
  ['simulated', simulatedHarness],
  ['stripe', stripeHarness],
] as const

/** The objects of events, with the fields that the server reads. */
export const about = {
  checkout: (id: string) => ({ object: 'checkout.session', id }),
  subscription: (id: string) => ({ object: 'subscription', id }),
  invoice: (subscription: string) => ({
    object: 'invoice',
    id: 'in_1',
    parent: { subscription_details: { subscription } },
  }),
  charge: (payment_intent: string) => ({ object: 'charge', id: 'ch_1', payment_intent }),
  refund: (payment_intent: string) => ({ object: 'refund', id: 're_1', payment_intent }),
  dispute: (payment_intent: string) => ({ object: 'dispute', id: 'dp_1', payment_intent }),
  intent: (id: string) => ({ object: 'payment_intent', id }),
} satisfies Record<string, (id: string) => { object: string } & Record<string, unknown>>

/**
 * Opens a checkout and pays it on the hosted page, before our server learns of it. Returns the checkout and what it
 * bought.
 */
export async function buy(harness: BillingHarness, professional: Person, kind: Kind) {
  const { server } = harness
  const session = await openCheckout(server, professional, kind)
  await harness.pay(session)
  const { subscriptionId, payment } = (await server.payments.checkout(session))!
  return { session, subscription: subscriptionId ?? '', payment: payment?.id ?? '' }
}

async function simulatedHarness(startTime = NOW): Promise<BillingHarness> {
  let now = startTime
  const server = await testServer({}, { now: () => now })
  const { payments, context } = server
  const ownSecret = await webhookSecretOf(context.config)
  const event: BillingHarness['event'] = async (
    type,
    object,
    { at = now, secret = ownSecret } = {},
  ) => {
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
    return { body, headers: { 'stripe-signature': await signEvent(body, secret, at) } }
  }
  return {
    server,
    settings: {},
    now: () => now,
    moveTo: (moment) => (now = moment),
    declines: (declines) => (payments.declines = declines),
    isDown: (down) => (payments.isDown = down),
    loseNextAnswer: () => (payments.lostAnswers = 1),
    isSlow: (gate) => (payments.watch = gate && (() => gate.then(() => undefined))),
    pay: (session) => payments.pay(session),
    intentOf: (paymentId) => paymentId,
    async refundPartly(paymentId, cents) {
      await server.db
        .updateTable('simulated_payments')
        .set({ refunded_cents: sql`refunded_cents + ${cents}` })
        .where('id', '=', paymentId)
        .execute()
    },
    async dispute(paymentId, state) {
      await server.db
        .updateTable('simulated_payments')
        .set({ dispute: state })
        .where('id', '=', paymentId)
        .execute()
    },
    async hasCustomer(customerId) {
      const { rows } = await sql`
        select from simulated_subscriptions where customer_id = ${customerId}
        union all select from simulated_checkouts where customer_id = ${customerId}`.execute(
        server.db,
      )
      return rows.length > 0
    },
    event,
    sendEvent: async (...args) => postEvent(server, await event(...args)),
    close: () => server.close(),
  }
}

async function stripeHarness(startTime = NOW): Promise<BillingHarness> {
  const stripe = new StripeServer(startTime)
  await stripe.start()
  const { account } = stripe
  const settings = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.base,
  }
  const server = await testServer(settings, { now: () => account.now })
  return {
    server,
    settings,
    now: () => account.now,
    moveTo: (moment) => account.moveTo(moment),
    declines: (declines) => (account.declines = declines),
    isDown: (down) => (stripe.isDown = down),
    // Stripe's client tries three times.
    loseNextAnswer: () => (stripe.lostAnswers = 3),
    isSlow(gate) {
      stripe.gate = gate
    },
    pay: async (session) => account.pay(session),
    intentOf: (paymentId) => account.intentOf(paymentId),
    refundPartly: async (paymentId, cents) =>
      account.refundPartly(account.intentOf(paymentId), cents),
    dispute: async (paymentId, state) =>
      account.dispute(account.intentOf(paymentId), state === 'open' ? 'needs_response' : state),
    hasCustomer: async (customerId) => account.customers.has(customerId),
    event: async (...args) => stripe.webhook(...args),
    sendEvent: (...args) => postEvent(server, stripe.webhook(...args)),
    async close() {
      await server.close()
      await stripe.stop()
    },
  }
}

async function postEvent(server: TestServer, { body: payload, headers }: Event): Promise<number> {
  const url = '/api/webhooks/payments'
  return (await server.app.inject({ method: 'POST', url, payload, headers })).statusCode
}
