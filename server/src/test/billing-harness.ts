import { signEvent } from '#server/outside/payments/events.ts'
import { webhookSecretOf } from '#server/outside/payments/simulated/webhook-secret.ts'
import { opened } from './paying.ts'
import { testServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from './stripe/stripe-server.ts'
import { NOW } from './booking.ts'

type Kind = 'subscription' | 'lead'
type Person = { id: string }

type Signed = { at?: Date; secret?: string }
type Event = { body: string; headers: Record<string, string> }

/** The server with one of its providers, both on one clock that a test moves. */
export type BillingHarness = {
  server: TestServer
  /** Settings that bring another process to the same provider. */
  settings: Record<string, string>
  now(): Date
  /** Time goes on for both; what renews is charged at the provider, with a card that works or one that is declined. */
  moveTo(now: Date): void
  declines(declines: boolean): void
  /** The provider cannot be reached. */
  isDown(down: boolean): void
  /** What is asked next is done, and the answer never comes. */
  losesAnswer(): void
  /** Nobody is answered before the gate opens. */
  isSlow(gate: Promise<unknown> | undefined): void
  /** She pays at the hosted page, and is not seen again. */
  pay(session: string): Promise<void>
  /** What a payment of ours is called in its charge at the provider. */
  moneyOf(paymentId: string): string
  /** An event as the provider sends it, of its type and what it is about: its exact bytes and headers, signed now unless told. */
  event(type: string, object: object, signed?: Signed): Promise<Event>
  /** Sends one; answers the status. */
  tell(type: string, object: object, signed?: Signed): Promise<number>
  close(): Promise<void>
}

/** The same tests for both adapters: `describe.each(HARNESSES)`. */
export const HARNESSES = [
  ['simulated', simulatedHarness],
  ['stripe', stripeHarness],
] as const

/** What an event is about, as far as its reader looks. */
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
  intent: (id: string) => ({ object: 'payment_intent', id }),
} satisfies Record<string, (id: string) => { object: string } & Record<string, unknown>>

/** Opens a checkout and pays it at the hosted page; answers it and what it bought, while our own side has heard nothing. */
export async function bought(harness: BillingHarness, professional: Person, kind: Kind) {
  const { server } = harness
  const session = await opened(server, professional, kind)
  await harness.pay(session)
  const { subscriptionId, payment } = (await server.payments.checkout(session))!
  return { session, subscription: subscriptionId ?? '', payment: payment?.id ?? '' }
}

async function simulatedHarness(begin = NOW): Promise<BillingHarness> {
  let now = begin
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
    losesAnswer: () => (payments.losesAnswers = 1),
    isSlow: (gate) => (payments.watch = gate && (() => gate.then(() => undefined))),
    pay: (session) => payments.pay(session),
    moneyOf: (paymentId) => paymentId,
    event,
    tell: async (...told) => sent(server, await event(...told)),
    close: () => server.close(),
  }
}

async function stripeHarness(begin = NOW): Promise<BillingHarness> {
  const stripe = new StripeServer(begin)
  await stripe.start()
  const { books } = stripe
  const settings = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.base,
  }
  const server = await testServer(settings, { now: () => books.now })
  return {
    server,
    settings,
    now: () => books.now,
    moveTo: (moment) => books.moveTo(moment),
    declines: (declines) => (books.declines = declines),
    isDown: (down) => (stripe.isDown = down),
    // Stripe's client asks three times.
    losesAnswer: () => (stripe.losesAnswers = 3),
    isSlow(gate) {
      stripe.gate = gate
    },
    pay: async (session) => books.pay(session),
    moneyOf: (paymentId) => books.moneyOf(paymentId),
    event: async (...told) => stripe.webhook(...told),
    tell: (...told) => sent(server, stripe.webhook(...told)),
    async close() {
      await server.close()
      await stripe.stop()
    },
  }
}

async function sent(server: TestServer, { body: payload, headers }: Event): Promise<number> {
  const url = '/api/webhooks/payments'
  return (await server.app.inject({ method: 'POST', url, payload, headers })).statusCode
}
