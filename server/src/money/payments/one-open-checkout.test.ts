// rule: paid-once
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { about, buy, HARNESSES } from '#server/test/harness/billing-harness.ts'
import type { BillingHarness } from '#server/test/harness/billing-harness.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { leadsStatus, openCheckout, returnFromCheckout } from '#server/test/builders/paying.ts'
import { checkoutOrder } from '#server/test/providers.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { settleSubscription } from '../subscription/settle.ts'
import { endBillingOfDeletedAccount } from '../subscription/subscription.ts'

const DAY_MS = 86_400_000
type Person = { id: string }

describe.each(HARNESSES)('by %s', (_name, openHarness) => {
  let harness: BillingHarness
  beforeAll(async () => {
    harness = await openHarness()
  })
  afterAll(() => harness.close())

  const buyer = () => buildProfessional(harness.server, { active: false })
  const post = async ({ id }: Person, call: 'activate' | 'create' | 'cancel', headers = {}) => {
    const caller = await as(harness.server, { id })
    if (call === 'create')
      return caller.post('/api/create-checkout-session', { user_id: id }, headers)
    const path = call === 'cancel' ? `cancel-subscription?user_id=${id}` : `activate/${id}`
    return caller.post(`/api/professional/${path}`, undefined, headers)
  }
  const jobs = async () => {
    for (let time = 0; time < 3; time++) await runDueJobs(harness.server.context)
  }
  /** A checkout that was opened beside the stored one, as before the limit. */
  const openBeside = async ({ id }: Person, page: string) => {
    const order = checkoutOrder({ ownerId: id, key: `${page} ${id}` })
    return (await harness.server.payments.createSubscriptionCheckout(order)).id
  }
  const statusOf = async (session: string) =>
    (await harness.server.payments.checkout(session))!.status
  const checkouts = ({ id }: Person) =>
    harness.server.db
      .selectFrom('checkouts')
      .select(['id', 'replaced'])
      .where('professional_id', '=', id)
      .execute()
  const history = async ({ id }: Person) => {
    const caller = await as(harness.server, { id })
    const { body } = await caller.get(`/api/professional/billing-history/${id}`)
    return body.billing_history.map(({ status }: { status: string }) => status).toSorted()
  }
  const notices = async ({ id }: Person) => {
    const rows = await harness.server.db
      .selectFrom('notices')
      .select(['kind', 'data'])
      .where('user_id', '=', id)
      .where('kind', 'in', ['money.receipt', 'money.refund'])
      .orderBy('at')
      .execute()
    return rows.map(({ kind, data }) => [kind, (data as { refund?: string }).refund])
  }

  test('of twenty activations at once, all lead to one checkout, and no other can be paid', async () => {
    const professional = await buyer()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => post(professional, n % 2 ? 'activate' : 'create')),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.checkout_url)).size).toBe(1)
    await jobs()
    const all = await checkouts(professional)
    const open = []
    for (const { id } of all) if ((await statusOf(id)) === 'open') open.push(id)
    expect(open).toEqual(all.filter(({ replaced }) => !replaced).map(({ id }) => id))
    expect(open).toHaveLength(1)
    expect(answers[0]!.body.checkout_url).toContain(open[0])
  })

  test('when one checkout is paid, the others are expired at the provider', async () => {
    const professional = await buyer()
    const session = await openCheckout(harness.server, professional, 'subscription')
    const other = await openBeside(professional, 'legacy')
    await harness.server.db
      .insertInto('checkouts')
      .values({
        id: other,
        professional_id: professional.id,
        kind: 'subscription',
        created_at: harness.now(),
        check_at: harness.now(),
        replaced: true,
      })
      .execute()
    await harness.pay(session)
    expect((await returnFromCheckout(harness.server, professional, session)).status).toBe(200)
    await JOBS.renewals(harness.server.context, {})
    expect(await statusOf(other)).toBe('expired')
    expect(await history(professional)).toEqual(['paid'])
  })

  test('a renewal that is paid expires the checkout that its owner has open', async () => {
    const professional = await buyer()
    const { session, subscription } = await buy(harness, professional, 'subscription')
    await returnFromCheckout(harness.server, professional, session)
    harness.declines(true)
    harness.moveTo(new Date(+harness.now() + 32 * DAY_MS))
    await JOBS.renewals(harness.server.context, {})
    const open = await openCheckout(harness.server, professional, 'subscription')
    harness.declines(false)
    harness.moveTo(new Date(+harness.now() + 0.5 * DAY_MS))
    await harness.server.payments.collect(subscription, harness.now(), `retry ${subscription}`)
    await settleSubscription(harness.server.context, professional.id, subscription)
    await jobs()
    expect(await statusOf(open)).toBe('expired')
  })

  test.each([
    [1, 'expired'],
    [0, 'open'],
  ] as const)(
    'a paid month that is read %i ms before its end leaves another checkout %s',
    async (left, state) => {
      const professional = await buyer()
      const { payments, context } = harness.server
      const paid = await openBeside(professional, 'paid')
      await harness.pay(paid)
      const subscription = (await payments.checkout(paid))!.subscriptionId!
      const [month] = (await payments.subscription(subscription))!.invoices
      // The next month begins at this instant, and must not be paid.
      harness.declines(true)
      harness.moveTo(new Date(+month!.periodEnd - left))
      const other = await openCheckout(harness.server, professional, 'subscription')
      await settleSubscription(context, professional.id, subscription)
      await jobs()
      harness.declines(false)
      expect(await statusOf(other)).toBe(state)
    },
  )

  test('open two, pay the first, cancel, pay the second: the second is refunded at once and told', async () => {
    const professional = await buyer()
    const first = await openCheckout(harness.server, professional, 'subscription')
    const second = await openBeside(professional, 'second')
    await harness.pay(first)
    await returnFromCheckout(harness.server, professional, first)
    expect((await post(professional, 'cancel')).status).toBe(200)
    const periodEnd = (await leadsStatus(harness.server, professional)).period_end
    await harness.pay(second)
    const type = 'checkout.session.completed'
    expect(await harness.sendEvent(type, about.checkout(second))).toBe(200)
    await jobs()
    expect(await history(professional)).toEqual(['paid', 'refunded'])
    const { subscriptionId } = (await harness.server.payments.checkout(second))!
    expect((await harness.server.payments.subscription(subscriptionId!))!.status).toBe('ended')
    expect(await leadsStatus(harness.server, professional)).toMatchObject({
      is_active: true,
      cancelled: true,
      leadCredits: 5,
      period_end: periodEnd,
    })
    expect(await notices(professional)).toEqual([
      ['money.receipt', undefined],
      ['money.refund', 'duplicate'],
    ])
  })

  test('a duplicate that is read only after the cancelled period is over is refunded all the same', async () => {
    const professional = await buyer()
    const first = await openCheckout(harness.server, professional, 'subscription')
    await harness.pay(first)
    await returnFromCheckout(harness.server, professional, first)
    const periodEnd = +new Date((await post(professional, 'cancel')).body.period_end)
    harness.moveTo(new Date(periodEnd - DAY_MS / 2))
    const second = await openBeside(professional, 'second')
    await harness.pay(second)
    harness.moveTo(new Date(periodEnd + DAY_MS / 2))
    await JOBS.renewals(harness.server.context, {})
    await returnFromCheckout(harness.server, professional, second)
    await jobs()
    expect(await history(professional)).toContain('refunded')
    expect(await leadsStatus(harness.server, professional)).toMatchObject({ leadCredits: 5 })
  })

  test('no checkout is opened within a paid period, also after the provider ended the subscription', async () => {
    const professional = await buyer()
    const { session, subscription } = await buy(harness, professional, 'subscription')
    await returnFromCheckout(harness.server, professional, session)
    await harness.server.payments.endNow(subscription, `end ${subscription}`)
    await settleSubscription(harness.server.context, professional.id, subscription)
    const before = await checkouts(professional)
    for (const call of ['activate', 'create'] as const) {
      expect(await post(professional, call)).toMatchObject({
        status: 409,
        body: { detail: 'This month is already paid. You can subscribe again when it ends.' },
      })
    }
    expect(await checkouts(professional)).toEqual(before)
    harness.moveTo(new Date(+harness.now() + 32 * DAY_MS))
    expect((await post(professional, 'activate')).body.checkout_url).toContain('cs_')
  })

  test('an account that is paid while its checkout is being opened gets no checkout', async () => {
    const professional = await buyer()
    const first = await openBeside(professional, 'first')
    await harness.pay(first)
    const { payments } = harness.server
    const { createSubscriptionCheckout } = payments
    payments.createSubscriptionCheckout = async (order) => {
      const opened = await createSubscriptionCheckout(order)
      expect((await returnFromCheckout(harness.server, professional, first)).status).toBe(200)
      return opened
    }
    const { body } = await post(professional, 'activate')
    payments.createSubscriptionCheckout = createSubscriptionCheckout
    expect(body.status).toBe('already_active')
    await jobs()
    for (const { id } of await checkouts(professional)) expect(await statusOf(id)).not.toBe('open')
  })

  test('a deleted account’s open checkouts are expired', async () => {
    const professional = await buyer()
    const session = await openCheckout(harness.server, professional, 'subscription')
    await harness.server.db
      .transaction()
      .execute((tx) => endBillingOfDeletedAccount(tx, professional.id, harness.now()))
    await jobs()
    expect(await statusOf(session)).toBe('expired')
  })
})
