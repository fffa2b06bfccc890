import { signEvent } from '#server/outside/payments/events.ts'
import { webhookSecretOf } from '#server/outside/payments/simulated/webhook-secret.ts'
import { opened } from './paying.ts'
import { testServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from './stripe/stripe-server.ts'
import { NOW } from './visit.ts'

type Kind = 'subscription' | 'lead'
type Person = { id: string }

/** The house with one of its providers, both on one clock that a test moves. */
export type MoneyHouse = {
  server: TestServer
  /** Settings that bring another process to the same provider. */
  settings: Record<string, string>
  now(): Date
  /** Time goes on for both; what renews is charged at the provider, with a card that works or one that is declined. */
  moveTo(now: Date): void
  declines(declines: boolean): void
  /** The provider cannot be reached. */
  isDown(down: boolean): void
  /** She pays at the hosted page, and is not seen again. */
  pay(session: string): Promise<void>
  /** What a payment of ours is called in its charge at the provider. */
  moneyOf(paymentId: string): string
  /** Sends an event as the provider does: its type, and what it is about. Answers the status. */
  tell(type: string, object: object): Promise<number>
  close(): Promise<void>
}

/** The same tests for both adapters: `describe.each(HOUSES)`. */
export const HOUSES = [
  ['simulated', simulatedHouse],
  ['stripe', stripeHouse],
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
export async function bought(house: MoneyHouse, professional: Person, kind: Kind) {
  const { server } = house
  const session = await opened(server, professional, kind)
  await house.pay(session)
  const { subscriptionId, payment } = (await server.payments.checkout(session))!
  return { session, subscription: subscriptionId ?? '', payment: payment?.id ?? '' }
}

async function simulatedHouse(): Promise<MoneyHouse> {
  let now = NOW
  const server = await testServer({}, { now: () => now })
  const { payments, world } = server
  const secret = await webhookSecretOf(world.config)
  return {
    server,
    settings: {},
    now: () => now,
    moveTo: (moment) => (now = moment),
    declines: (declines) => (payments.declines = declines),
    isDown: (down) => (payments.isDown = down),
    pay: (session) => payments.pay(session),
    moneyOf: (paymentId) => paymentId,
    async tell(type, object) {
      const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
      return sent(server, body, { 'stripe-signature': await signEvent(body, secret, now) })
    },
    close: () => server.close(),
  }
}

async function stripeHouse(): Promise<MoneyHouse> {
  const stripe = new StripeServer(NOW)
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
    pay: async (session) => books.pay(session),
    moneyOf: (paymentId) => books.moneyOf(paymentId),
    async tell(type, object) {
      const { body, headers } = stripe.webhook(type, object)
      return sent(server, body, headers)
    },
    async close() {
      await server.close()
      await stripe.stop()
    },
  }
}

async function sent(server: TestServer, payload: string, headers: Record<string, string>) {
  const url = '/api/webhooks/payments'
  return (await server.app.inject({ method: 'POST', url, payload, headers })).statusCode
}
