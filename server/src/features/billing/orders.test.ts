import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildProfessional } from '#server/test/build.ts'
import { about, HARNESSES } from '#server/test/billing-harness.ts'
import type { BillingHarness } from '#server/test/billing-harness.ts'
import { returned } from '#server/test/paying.ts'
import { anOrder } from '#server/test/providers.ts'

const DAY_MS = 86_400_000

type Purchase = { ownerId: string; session: string; subscription: string; payment: string }
type Event = [type: string, object: object]
/** So many days later something happens at the provider, and it tells of it. */
type Step = {
  after: number
  /** Whether cards are declined from then on. */
  declines?: boolean
  deed?: (purchase: Purchase) => Promise<unknown>
  tells: (purchase: Purchase) => Event[] | Promise<Event[]>
}

function permutations<Thing>(things: readonly Thing[]): Thing[][] {
  if (things.length < 2) return [[...things]]
  return things.flatMap((thing, at) =>
    permutations(things.toSpliced(at, 1)).map((rest) => [thing, ...rest]),
  )
}

function subsets<Thing>(things: readonly Thing[]): Thing[][] {
  return things.reduce<Thing[][]>(
    (all, thing) => all.flatMap((one) => [one, [...one, thing]]),
    [[]],
  )
}

/** Every way in which the news of so many steps may come, none before its step: what comes after each step, in which order. */
function arrivals(steps: number, step = 0, late: readonly number[] = []): number[][][] {
  if (step === steps) return [[]]
  const there = [...late, step]
  const come = step === steps - 1 ? permutations(there) : subsets(there).flatMap(permutations)
  return come.flatMap((now) =>
    arrivals(
      steps,
      step + 1,
      there.filter((one) => !now.includes(one)),
    ).map((rest) => [now, ...rest]),
  )
}

test('four steps can be heard of in 105 ways', () => {
  expect(new Set(arrivals(4).map((way) => JSON.stringify(way))).size).toBe(105)
})

describe.each(HARNESSES)('by %s', (_name, open) => {
  let harness: BillingHarness
  beforeAll(async () => {
    harness = await open()
  })
  afterAll(() => harness.close())
  afterEach(() => harness.declines(false))

  /** All that is kept of somebody's money, but for when it was written. */
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
      purchases.push(await boughtBy(id, kind))
    }
    return purchases
  }

  /** Opens a page and pays it, without going through our own doors: there are many of them. */
  async function boughtBy(ownerId: string, kind: 'subscription' | 'lead'): Promise<Purchase> {
    const { payments } = harness.server
    const order = anOrder({ ownerId, key: `${kind} ${ownerId}` })
    const { id: session } =
      kind === 'lead'
        ? await payments.createLeadCheckout(order)
        : await payments.createSubscriptionCheckout(order)
    await harness.pay(session)
    const { subscriptionId, payment } = (await payments.checkout(session))!
    return { ownerId, session, subscription: subscriptionId ?? '', payment: payment?.id ?? '' }
  }

  async function tell(events: Event[]) {
    for (const [type, object] of events) expect(await harness.tell(type, object)).toBe(200)
  }

  /** One buyer for each way in which the news may come; the first hears of each step as it happens. Answers their states. */
  async function lives(kind: 'subscription' | 'lead', steps: readonly Step[], ways: number[][][]) {
    const purchases = await buyers(ways.length, kind)
    const told = purchases.map((): Event[][] => [])
    for (const [number, { after, declines = false, deed, tells }] of steps.entries()) {
      harness.declines(declines)
      harness.moveTo(new Date(+harness.now() + after * DAY_MS))
      for (const [buyer, purchase] of purchases.entries()) {
        await deed?.(purchase)
        told[buyer]!.push(await tells(purchase))
        for (const heard of ways[buyer]![number]!) await tell(told[buyer]![heard]!)
      }
    }
    return Promise.all(purchases.map(({ ownerId }) => stateOf(ownerId)))
  }

  const inTurn = (steps: readonly Step[]) => steps.map((_, step) => [step])
  /** Nobody hears of anything before all is over, and then in every order. */
  const allLate = (steps: readonly Step[]) =>
    permutations(steps.map((_, step) => step)).map((order) => [
      ...steps.slice(1).map((): number[] => []),
      order,
    ])

  function expectOneState(states: Awaited<ReturnType<typeof lives>>) {
    const [first, ...others] = states
    for (const state of others) expect(state).toEqual(first)
    return first!
  }

  const news = {
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

  const paidAtThePage: Step = {
    after: 0,
    tells: (purchase) => [
      news.checkout(purchase),
      ...(purchase.subscription ? [news.of('invoice.paid', purchase)] : []),
    ],
  }
  const collected = (after: number, outcome: 'paid' | 'payment_failed'): Step => ({
    after,
    declines: outcome === 'payment_failed',
    async deed(purchase) {
      const { payments } = harness.server
      await payments.collect(purchase.subscription, harness.now(), `collect ${key(purchase)}`)
    },
    tells: (purchase) => [news.of(`invoice.${outcome}`, purchase)],
  })
  const cancelled: Step = {
    after: 3,
    deed: (purchase) =>
      harness.server.payments.cancelAtPeriodEnd(purchase.subscription, `cancel ${key(purchase)}`),
    tells: (purchase) => [news.of('customer.subscription.updated', purchase)],
  }
  const ended: Step = {
    after: 40,
    tells: (purchase) => [news.of('customer.subscription.deleted', purchase)],
  }
  async function newestPaymentOf({ subscription, payment }: Purchase): Promise<string> {
    if (payment) return payment
    return (await harness.server.payments.subscription(subscription))!.invoices.at(-1)!.id
  }
  const givenBack: Step = {
    after: 1,
    async deed(purchase) {
      const id = await newestPaymentOf(purchase)
      await harness.server.payments.refund(id, `refund ${id}`)
    },
    async tells(purchase) {
      const money = harness.moneyOf(await newestPaymentOf(purchase))
      return [['charge.refunded', about.charge(money)]]
    },
  }
  test('a month, its renewal, the cancellation and the end come in all 105 ways, and all are one in the end', async () => {
    const steps = [paidAtThePage, collected(31, 'paid'), cancelled, ended]
    const states = await lives('subscription', steps, [inTurn(steps), ...arrivals(4)])
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

  test('a renewal that fails, then is paid, then is given back comes in all 105 ways, and all are one in the end', async () => {
    const steps = [paidAtThePage, collected(31, 'payment_failed'), collected(1, 'paid'), givenBack]
    const states = await lives('subscription', steps, [inTurn(steps), ...arrivals(4)])
    expect(expectOneState(states)).toMatchObject({
      payments: [{ status: 'paid' }, { status: 'refunded' }],
      ledger: [{ amount: 5 }, { amount: 5 }, { kind: 'withdrawn', amount: -5, reason: 'refund' }],
      credits: { balance: 5, total: 10 },
      subscription: { status: 'lapsed' },
    })
  }, 120_000)

  test('a subscription that fails and the one that takes its place come in all 105 ways, and all are one in the end', async () => {
    const second = new Map<string, Purchase>()
    const steps: Step[] = [
      paidAtThePage,
      collected(31, 'payment_failed'),
      {
        after: 1,
        async deed({ ownerId, ...first }) {
          const { payments } = harness.server
          const order = anOrder({ ownerId, key: `second ${ownerId}` })
          const { id: session } = await payments.createSubscriptionCheckout(order)
          await harness.pay(session)
          const { subscriptionId } = (await payments.checkout(session))!
          second.set(ownerId, { ...first, ownerId, session, subscription: subscriptionId! })
        },
        tells: ({ ownerId }) => [news.checkout(second.get(ownerId)!)],
      },
      {
        after: 1,
        deed: (purchase) =>
          harness.server.payments.endNow(purchase.subscription, `end ${key(purchase)}`),
        tells: (purchase) => [news.of('customer.subscription.deleted', purchase)],
      },
    ]
    const states = await lives('subscription', steps, [inTurn(steps), ...arrivals(4)])
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

  test('all kinds of news of one subscription come in every order once all is over, and are one in the end', async () => {
    const steps: Step[] = [
      { after: 0, tells: (purchase) => [news.checkout(purchase)] },
      { after: 0, tells: (purchase) => [news.of('invoice.paid', purchase)] },
      collected(31, 'payment_failed'),
      collected(1, 'paid'),
      givenBack,
    ]
    const states = await lives('subscription', steps, allLate(steps))
    expect(states).toHaveLength(120)
    expect(expectOneState(states)).toMatchObject({
      ledger: [{ amount: 5 }, { amount: 5 }, { kind: 'withdrawn', amount: -5 }],
      subscription: { status: 'lapsed' },
    })
  }, 240_000)

  test('each piece of news ten times at once, with her return between, is as if it had come once', async () => {
    const steps = [paidAtThePage, collected(31, 'paid'), cancelled, ended]
    const [buyer] = await buyers(1, 'subscription')
    const purchase = buyer!
    for (const { after, deed, tells } of steps) {
      harness.moveTo(new Date(+harness.now() + after * DAY_MS))
      await deed?.(purchase)
      const events = await tells(purchase)
      const [statuses, back] = await Promise.all([
        Promise.all(
          Array.from({ length: 10 }, () => events)
            .flat()
            .map(([type, object]) => harness.tell(type, object)),
        ),
        returned(harness.server, { id: purchase.ownerId }, purchase.session),
      ])
      expect(new Set([...statuses, back.status])).toEqual(new Set([200]))
    }
    const [once] = await lives('subscription', steps, [inTurn(steps)])
    const many = await stateOf(purchase.ownerId)
    expect(many.ledger).toEqual(once!.ledger)
    expect(many.credits).toEqual(once!.credits)
    expect(many.payments.map(({ status }) => status)).toEqual(['paid', 'paid'])
    expect(many.subscription).toMatchObject({ status: 'lapsed', cancel_at_period_end: true })
    const told = await harness.server.db
      .selectFrom('events')
      .select('kind')
      .where('subject_id', '=', purchase.ownerId)
      .where('kind', 'like', 'payment.%')
      .execute()
    expect(told).toHaveLength(2)
  }, 60_000)

  test('a single lead that is paid and given back comes in every order, and is one in the end', async () => {
    const steps = [
      paidAtThePage,
      givenBack,
      { ...givenBack, deed: () => Promise.resolve() },
      { after: 0, tells: ({ payment }) => [['payment_intent.succeeded', about.intent(payment)]] },
    ] satisfies Step[]
    const states = await lives('lead', steps, [inTurn(steps), ...arrivals(4)])
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
