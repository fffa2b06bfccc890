import { randomUUID } from 'node:crypto'
import { signEvent } from '#server/outside/payments/events.ts'
import type { CheckoutOrder, Payments } from '#server/outside/payments/payments.ts'
import { settlePage } from '#server/outside/payments/simulated/hosted-page.ts'
import { simulatedPayments } from '#server/outside/payments/simulated/simulated.ts'
import { stripePayments } from '#server/outside/payments/stripe/stripe.ts'
import { testDatabase } from './database.ts'
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from './stripe/stripe-server.ts'

/** A provider, its clock, and the person on its hosted page. */
export type TestProvider = {
  payments: Payments
  now(): Date
  moveTo(now: Date): void
  pay(order: CheckoutOrder, checkoutId: string): Promise<void>
  decline(order: CheckoutOrder, checkoutId: string): Promise<void>
  /** The id by which a charge names the payment. */
  intentOf(paymentId: string): string
  /** Whether a subscription's card is declined from now on. */
  setDeclines(subscriptionId: string, declines: boolean): Promise<void>
  /** An event's exact bytes and headers, signed at that moment with that secret. */
  webhook(
    type: string,
    object: object,
    signed?: { at?: Date; secret?: string },
  ): Promise<{ body: string; headers: Record<string, string> }>
  close(): Promise<void>
}

const BEGIN = new Date('2027-01-31T15:00:00Z')
const SIMULATED_SECRET = 'whsec_simulated'

/** An order with default values; a test names only the fields that it is about. */
export function checkoutOrder(facts: Partial<CheckoutOrder> = {}): CheckoutOrder {
  return {
    ownerId: randomUUID(),
    email: 'ana@example.com',
    language: 'en',
    amountCents: 1990,
    customerId: null,
    successUrl: 'http://localhost:3000/payment-success?session_id={CHECKOUT_ID}',
    cancelUrl: 'http://localhost:3000/dashboard?payment=cancel',
    key: randomUUID(),
    ...facts,
  }
}

export async function simulatedProvider(): Promise<TestProvider> {
  const database = await testDatabase()
  const { db } = database
  let now = BEGIN
  const settle = async ({ ownerId }: CheckoutOrder, id: string, outcome: 'paid' | 'declined') => {
    await settlePage(db, { id, ownerId, now }, { outcome, declinesRenewals: false })
  }
  return {
    payments: simulatedPayments(db, { now: () => now }, SIMULATED_SECRET),
    now: () => now,
    moveTo: (moment) => {
      now = moment
    },
    pay: (order, id) => settle(order, id, 'paid'),
    decline: (order, id) => settle(order, id, 'declined'),
    intentOf: (paymentId) => paymentId,
    async setDeclines(id, declines) {
      await db
        .updateTable('simulated_subscriptions')
        .set({ declines_renewals: declines })
        .where('id', '=', id)
        .execute()
    },
    async webhook(type, object, { at = now, secret = SIMULATED_SECRET } = {}) {
      const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
      return { body, headers: { 'stripe-signature': await signEvent(body, secret, at) } }
    },
    close: () => database.drop(),
  }
}

export async function stripeProvider(): Promise<TestProvider & { stripe: StripeServer }> {
  const stripe = new StripeServer(BEGIN)
  await stripe.start()
  const { account } = stripe
  return {
    stripe,
    payments: stripePayments(
      {
        provider: 'stripe',
        secretKey: STRIPE_KEY,
        webhookSecret: STRIPE_WEBHOOK_SECRET,
        apiBase: new URL(stripe.base),
      },
      { timeoutMs: 500 },
    ),
    now: () => account.now,
    moveTo: (now) => account.moveTo(now),
    pay: async (_order, id) => account.pay(id),
    // Stripe's page stays open and shows the failure.
    decline: () => Promise.resolve(),
    intentOf: (paymentId) => account.intentOf(paymentId),
    setDeclines: async (_id, declines) => {
      account.declines = declines
    },
    webhook: async (type, object, signed) => stripe.webhook(type, object, signed),
    close: () => stripe.stop(),
  }
}
