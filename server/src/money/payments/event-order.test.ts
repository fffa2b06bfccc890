// rule: payment-settled-once
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildProfessional } from '#server/test/builders/build.ts'
import { about, HARNESSES } from '#server/test/harness/billing-harness.ts'
import type { BillingHarness } from '#server/test/harness/billing-harness.ts'
import { returnFromCheckout } from '#server/test/builders/paying.ts'
import { checkoutOrder } from '#server/test/providers.ts'

const DAY_MS = 86_400_000

type Purchase = { ownerId: string; session: string; subscription: string; payment: string }
type Event = [type: string, object: object]
/** Something that happens at the provider, `after` days later, and the events that the provider sends then. */
type Step = {
  after: number
  /** Cards are declined from then on. */
  declines?: boolean
  action?: (purchase: Purchase) => Promise<unknown>
  eventsOf: (purchase: Purchase) => Event[] | Promise<Event[]>
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, at) =>
    permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]),
  )
}

function subsets<Item>(items: readonly Item[]): Item[][] {
  return items.reduce<Item[][]>(
    (all, item) => all.flatMap((subset) => [subset, [...subset, item]]),
    [[]],
  )
}

/** Buyers do not affect each other: several at once take less time than one after the other. */
const BUYERS_AT_ONCE = 6

async function inBatches<Item>(items: readonly Item[], run: (item: Item) => Promise<void>) {
  for (let from = 0; from < items.length; from += BUYERS_AT_ONCE) {
    await Promise.all(items.slice(from, from + BUYERS_AT_ONCE).map(run))
  }
}

/**
 * Every order of delivery of the events of `steps` steps, none before its step: the steps delivered after each step.
 */
function deliveries(steps: number, step = 0, open: readonly number[] = []): number[][][] {
  if (step === steps) return [[]]
  const undelivered = [...open, step]
  const delivered =
    step === steps - 1 ? permutations(undelivered) : subsets(undelivered).flatMap(permutations)
  return delivered.flatMap((delivery) =>
    deliveries(
      steps,
      step + 1,
      undelivered.filter((event) => !delivery.includes(event)),
    ).map((rest) => [delivery, ...rest]),
  )
}

test('the events of four steps can arrive in 105 orders', () => {
  expect(new Set(deliveries(4).map((order) => JSON.stringify(order))).size).toBe(105)
})

/**
 * Each event makes our code read what the provider says now, whichever provider that is. So only one test, with one
 * provider, sends all orders: that of a renewal that fails, is paid and is refunded. With Stripe each 15th is sent.
 */
const STRIPE_EACH = 15

describe.each(HARNESSES)('by %s', (name, open) => {
  let harness: BillingHarness
  const sample = <Order>(orders: readonly Order[], each: number) =>
    orders.filter((_, index) => index % (name === 'stripe' ? STRIPE_EACH : each) === 0)
  beforeAll(async () => {
    harness = await open()
  })
  afterAll(() => harness.close())
  afterEach(() => harness.declines(false))

  /** Everything stored about one buyer's money, without the times of writing. */
  async function stateOf(ownerId: string) {
    const { db } = harness.server
    const payments = await db
      .selectFrom('payments')
      .select(['kind', 'status', 'amount_cents', 'period_start', 'period_end', 'created_at'])
      .where('professional_id', '=', ownerId)
      .orderBy('created_at')
      .execute()
    const ledger = await db
      .selectFrom('lead_ledger')
      .select(['kind', 'amount', 'reason'])
      .where('professional_id', '=', ownerId)
      .orderBy('id')
      .execute()
    const credits = await db
      .selectFrom('lead_credits')
      .select(['balance', 'total', 'paid'])
      .where('professional_id', '=', ownerId)
      .executeTakeFirst()
    const subscription = await db
      .selectFrom('subscriptions')
      .select(['status', 'started_at', 'paid_until', 'cancel_at_period_end', 'failing_since'])
      .where('professional_id', '=', ownerId)
      .where('provider_subscription_id', 'is not', null)
      .executeTakeFirst()
    expect(credits?.balance).toBe(ledger.reduce((sum, { amount }) => sum + amount, 0))
    return { payments, ledger, credits, subscription }
  }

  async function buyers(count: number, kind: 'subscription' | 'lead'): Promise<Purchase[]> {
    const facts = { active: kind === 'lead', credits: 0, areas: [] }
    const purchases: Purchase[] = []
    for (let n = 0; n < count; n++) {
      const { id } = await buildProfessional(harness.server, facts)
      purchases.push(await buy(id, kind))
    }
    return purchases
  }

  /** Opens a checkout and pays it directly at the provider, because the test has many buyers. */
  async function buy(ownerId: string, kind: 'subscription' | 'lead'): Promise<Purchase> {
    const { payments } = harness.server
    const order = checkoutOrder({ ownerId, key: `${kind} ${ownerId}` })
    const { id: session } =
      kind === 'lead'
        ? await payments.createLeadCheckout(order)
        : await payments.createSubscriptionCheckout(order)
    await harness.pay(session)
    const { subscriptionId, payment } = (await payments.checkout(session))!
    return { ownerId, session, subscription: subscriptionId ?? '', payment: payment?.id ?? '' }
  }

  async function send(events: Event[]) {
    for (const [type, object] of events) expect(await harness.sendEvent(type, object)).toBe(200)
  }

  /**
   * Plays the steps with one buyer for each order of delivery, the first in the order of the steps. Returns their
   * states.
   */
  async function play(kind: 'subscription' | 'lead', steps: readonly Step[], orders: number[][][]) {
    const purchases = await buyers(orders.length, kind)
    const sent = purchases.map((): Event[][] => [])
    for (const [number, { after, declines = false, action, eventsOf }] of steps.entries()) {
      harness.declines(declines)
      harness.moveTo(new Date(+harness.now() + after * DAY_MS))
      await inBatches([...purchases.entries()], async ([buyer, purchase]) => {
        await action?.(purchase)
        sent[buyer]!.push(await eventsOf(purchase))
        for (const step of orders[buyer]![number]!) await send(sent[buyer]![step]!)
      })
    }
    return Promise.all(purchases.map(({ ownerId }) => stateOf(ownerId)))
  }

  const eachAtItsStep = (steps: readonly Step[]) => steps.map((_, step) => [step])
  /** No event arrives before all steps have happened; then they arrive in every order. */
  const lateInEveryOrder = (steps: readonly Step[]) =>
    permutations(steps.map((_, step) => step)).map((order) => [
      ...steps.slice(1).map((): number[] => []),
      order,
    ])

  function expectOneState(states: Awaited<ReturnType<typeof play>>) {
    const [first, ...otherStates] = states
    for (const state of otherStates) expect(state).toEqual(first)
    return first!
  }

  const event = {
    checkout: ({ session }: Purchase): Event => [
      'checkout.session.completed',
      about.checkout(session),
    ],
    of: (type: string, { subscription }: Purchase): Event => [
      type,
      type.startsWith('invoice') ? about.invoice(subscription) : about.subscription(subscription),
    ],
  }
  const key = ({ subscription, payment }: Purchase) => `${subscription}${payment} ${+harness.now()}`

  const paid: Step = {
    after: 0,
    eventsOf: (purchase) => [
      event.checkout(purchase),
      ...(purchase.subscription ? [event.of('invoice.paid', purchase)] : []),
    ],
  }
  const collected = (after: number, outcome: 'paid' | 'payment_failed'): Step => ({
    after,
    declines: outcome === 'payment_failed',
    async action(purchase) {
      const { payments } = harness.server
      await payments.collect(purchase.subscription, harness.now(), `collect ${key(purchase)}`)
    },
    eventsOf: (purchase) => [event.of(`invoice.${outcome}`, purchase)],
  })
  const cancelled: Step = {
    after: 3,
    action: (purchase) =>
      harness.server.payments.cancelAtPeriodEnd(purchase.subscription, `cancel ${key(purchase)}`),
    eventsOf: (purchase) => [event.of('customer.subscription.updated', purchase)],
  }
  const ended: Step = {
    after: 40,
    eventsOf: (purchase) => [event.of('customer.subscription.deleted', purchase)],
  }
  async function newestPaymentOf({ subscription, payment }: Purchase): Promise<string> {
    if (payment) return payment
    return (await harness.server.payments.subscription(subscription))!.invoices.at(-1)!.id
  }
  const refunded: Step = {
    after: 1,
    async action(purchase) {
      const id = await newestPaymentOf(purchase)
      await harness.server.payments.refund(id, `refund ${id}`)
    },
    async eventsOf(purchase) {
      const money = harness.intentOf(await newestPaymentOf(purchase))
      return [['charge.refunded', about.charge(money)]]
    },
  }
  test('the events of a month, its renewal, the cancellation and the end arrive in any order with one result', async () => {
    const steps = [paid, collected(31, 'paid'), cancelled, ended]
    const states = await play('subscription', steps, [
      eachAtItsStep(steps),
      ...sample(deliveries(4), 3),
    ])
    expect(expectOneState(states)).toMatchObject({
      payments: [{ status: 'paid' }, { status: 'paid' }],
      ledger: [
        { kind: 'granted', amount: 5, reason: 'activation' },
        { kind: 'granted', amount: 5, reason: 'renewal' },
      ],
      credits: { balance: 10, total: 10, paid: 0 },
      subscription: { status: 'lapsed', cancel_at_period_end: true },
    })
  }, 120_000)

  // rule: refunds
  test('the events of a renewal that fails, is paid and is refunded arrive in any order with one result', async () => {
    const steps = [paid, collected(31, 'payment_failed'), collected(1, 'paid'), refunded]
    const states = await play('subscription', steps, [
      eachAtItsStep(steps),
      ...sample(deliveries(4), 1),
    ])
    expect(expectOneState(states)).toMatchObject({
      payments: [{ status: 'paid' }, { status: 'refunded' }],
      ledger: [{ amount: 5 }, { amount: 5 }, { kind: 'withdrawn', amount: -5, reason: 'refund' }],
      credits: { balance: 5, total: 10 },
      subscription: { status: 'lapsed' },
    })
  }, 120_000)

  // rule: paid-once
  test('the events of a failing subscription and its replacement arrive in any order with one result', async () => {
    const second = new Map<string, Purchase>()
    const steps: Step[] = [
      paid,
      collected(31, 'payment_failed'),
      {
        after: 1,
        async action({ ownerId, ...first }) {
          const { payments } = harness.server
          const order = checkoutOrder({ ownerId, key: `second ${ownerId}` })
          const { id: session } = await payments.createSubscriptionCheckout(order)
          await harness.pay(session)
          const { subscriptionId } = (await payments.checkout(session))!
          second.set(ownerId, { ...first, ownerId, session, subscription: subscriptionId! })
        },
        eventsOf: ({ ownerId }) => [event.checkout(second.get(ownerId)!)],
      },
      {
        after: 1,
        action: (purchase) =>
          harness.server.payments.endNow(purchase.subscription, `end ${key(purchase)}`),
        eventsOf: (purchase) => [event.of('customer.subscription.deleted', purchase)],
      },
    ]
    const states = await play('subscription', steps, [
      eachAtItsStep(steps),
      ...sample(deliveries(4), 3),
    ])
    expect(expectOneState(states)).toMatchObject({
      payments: [{ status: 'paid' }, { status: 'failed' }, { status: 'paid' }],
      ledger: [
        { amount: 5, reason: 'activation' },
        { amount: 5, reason: 'activation' },
      ],
      credits: { balance: 10, total: 10, paid: 0 },
      subscription: { status: 'active', cancel_at_period_end: false, failing_since: null },
    })
  }, 120_000)

  test('all kinds of late events of one subscription arrive in any order with one result', async () => {
    const steps: Step[] = [
      { after: 0, eventsOf: (purchase) => [event.checkout(purchase)] },
      { after: 0, eventsOf: (purchase) => [event.of('invoice.paid', purchase)] },
      collected(31, 'payment_failed'),
      collected(1, 'paid'),
      refunded,
    ]
    const states = await play('subscription', steps, sample(lateInEveryOrder(steps), 3))
    expect(states).toHaveLength(name === 'stripe' ? 8 : 40)
    expect(expectOneState(states)).toMatchObject({
      ledger: [{ amount: 5 }, { amount: 5 }, { kind: 'withdrawn', amount: -5 }],
      subscription: { status: 'lapsed' },
    })
  }, 240_000)

  test('each event sent ten times at once, with a return in between, has the effect of one', async () => {
    const steps = [paid, collected(31, 'paid'), cancelled, ended]
    const [buyer] = await buyers(1, 'subscription')
    const purchase = buyer!
    for (const { after, action, eventsOf } of steps) {
      harness.moveTo(new Date(+harness.now() + after * DAY_MS))
      await action?.(purchase)
      const events = await eventsOf(purchase)
      const [statuses, returned] = await Promise.all([
        Promise.all(
          Array.from({ length: 10 }, () => events)
            .flat()
            .map(([type, object]) => harness.sendEvent(type, object)),
        ),
        returnFromCheckout(harness.server, { id: purchase.ownerId }, purchase.session),
      ])
      expect(new Set([...statuses, returned.status])).toEqual(new Set([200]))
    }
    const [deliveredOnce] = await play('subscription', steps, [eachAtItsStep(steps)])
    const many = await stateOf(purchase.ownerId)
    expect(many.ledger).toEqual(deliveredOnce!.ledger)
    expect(many.credits).toEqual(deliveredOnce!.credits)
    expect(many.payments.map(({ status }) => status)).toEqual(['paid', 'paid'])
    expect(many.subscription).toMatchObject({ status: 'lapsed', cancel_at_period_end: true })
    const recorded = await harness.server.db
      .selectFrom('events')
      .select('kind')
      .where('subject_id', '=', purchase.ownerId)
      .where('kind', 'like', 'payment.%')
      .execute()
    expect(recorded).toHaveLength(2)
  }, 60_000)

  // rule: refunds
  test('the events of a single lead that is paid and refunded arrive in any order with one result', async () => {
    const steps = [
      paid,
      refunded,
      { ...refunded, action: () => Promise.resolve() },
      {
        after: 0,
        eventsOf: ({ payment }) => [['payment_intent.succeeded', about.intent(payment)]],
      },
    ] satisfies Step[]
    const states = await play('lead', steps, [eachAtItsStep(steps), ...sample(deliveries(4), 3)])
    expect(expectOneState(states)).toMatchObject({
      payments: [{ kind: 'lead', status: 'refunded' }],
      ledger: [
        { kind: 'bought', amount: 1 },
        { kind: 'withdrawn', amount: -1 },
      ],
      credits: { balance: 0, total: 1, paid: 1 },
    })
  }, 120_000)
})
