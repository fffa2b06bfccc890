import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { PASSWORD } from '#server/test/builders/account.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { about, buy, HARNESSES } from '#server/test/harness/billing-harness.ts'
import type { BillingHarness } from '#server/test/harness/billing-harness.ts'
import {
  countBillingRows,
  openCheckout,
  returnFromCheckout,
  leadsStatus,
} from '#server/test/builders/paying.ts'
import { checkoutOrder } from '#server/test/providers.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'

type Person = { id: string }
const KINDS = ['subscription', 'lead'] as const

describe.each(HARNESSES)('by %s', (_name, openHarness) => {
  let harness: BillingHarness
  beforeAll(async () => {
    harness = await openHarness()
  })
  afterAll(() => harness.close())
  afterEach(() => {
    harness.isDown(false)
    harness.isSlow(undefined)
  })

  /** A professional who is about to buy. */
  const buyer = (kind: 'subscription' | 'lead', facts = {}) =>
    buildProfessional(harness.server, { active: kind === 'lead', credits: 0, ...facts })
  const dashboard = async (professional: Person, session: string) => {
    const caller = await as(harness.server, professional)
    const query = `process_payment=success&session_id=${session}`
    return caller.get(`/api/professional/dashboard/${professional.id}?${query}`)
  }
  const credits = async (professional: Person) =>
    (await leadsStatus(harness.server, professional)).leadCredits
  const completed = (session: string) =>
    harness.sendEvent('checkout.session.completed', about.checkout(session))
  const history = async (professional: Person) => {
    const caller = await as(harness.server, professional)
    const { body } = await caller.get(`/api/professional/billing-history/${professional.id}`)
    return body.billing_history.map(({ amount_paid, status }: Record<string, unknown>) => [
      amount_paid,
      status,
    ])
  }

  // rule: payment-settled-once
  test.each(KINDS)(
    'ten webhooks, ten returns, the dashboard and the job at once bring what a %s paid for, once',
    async (kind) => {
      const professional = await buyer(kind)
      const { session } = await buy(harness, professional, kind)
      const ten = Array.from({ length: 10 })
      const statuses = await Promise.all([
        ...ten.map(() => completed(session)),
        ...ten.map(
          async () => (await returnFromCheckout(harness.server, professional, session)).status,
        ),
        dashboard(professional, session).then(({ status }) => status),
        JOBS.renewals(harness.server.context, {}).then(() => 200),
      ])
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(await credits(professional)).toBe(kind === 'lead' ? 1 : 5)
      expect(await history(professional)).toEqual([[kind === 'lead' ? 15 : 19.9, 'paid']])
    },
  )

  // rule: paid-once
  test('two lead checkouts that were open at once and both paid bring two leads', async () => {
    const professional = await buyer('lead')
    const first = await openCheckout(harness.server, professional, 'lead')
    // rule: paid-once
    harness.moveTo(new Date(+harness.now() + 30 * 60_000))
    const sessions = [first, await openCheckout(harness.server, professional, 'lead')]
    for (const session of sessions) await harness.pay(session)
    await Promise.all(sessions.flatMap((session) => [completed(session), completed(session)]))
    expect(await credits(professional)).toBe(2)
  })

  // rule: paid-once
  test('of two subscriptions that were open at once and both paid, one is refunded and ends', async () => {
    const professional = await buyer('subscription')
    const sessions = await Promise.all(
      ['one', 'two'].map(async (page) => {
        const order = checkoutOrder({ ownerId: professional.id, key: `${page} ${professional.id}` })
        return (await harness.server.payments.createSubscriptionCheckout(order)).id
      }),
    )
    for (const session of sessions) await harness.pay(session)
    await Promise.all(sessions.flatMap((session) => [completed(session), completed(session)]))
    await runDueJobs(harness.server.context)
    await runDueJobs(harness.server.context)
    expect(await leadsStatus(harness.server, professional)).toMatchObject({
      isSubscribed: true,
      leadCredits: 5,
    })
    expect((await history(professional)).toSorted()).toEqual([
      [19.9, 'paid'],
      [19.9, 'refunded'],
    ])
  })

  // rule: provider-unavailable, payment-settled-once
  test('while the provider is down nothing is written; afterwards a repeated webhook settles the payment', async () => {
    const professional = await buyer('lead')
    const { session } = await buy(harness, professional, 'lead')
    harness.isDown(true)
    const before = await countBillingRows(harness.server)
    expect(await completed(session)).toBe(503)
    expect((await returnFromCheckout(harness.server, professional, session)).body.code).toBe(
      'payments_unavailable',
    )
    await JOBS.renewals(harness.server.context, {})
    expect(await countBillingRows(harness.server)).toEqual(before)
    harness.isDown(false)
    expect(await completed(session)).toBe(200)
    expect(await credits(professional)).toBe(1)
  }, 60_000)

  // rule: payment-settled-once
  test('while the provider is slow all other calls are answered, and the payment is settled once', async () => {
    const professional = await buyer('subscription')
    const { session } = await buy(harness, professional, 'subscription')
    const gate = Promise.withResolvers<void>()
    harness.isSlow(gate.promise)
    const waiting = [completed(session), completed(session)]
    const returning = returnFromCheckout(harness.server, professional, session)
    expect(await credits(professional)).toBe(0)
    expect(await history(professional)).toEqual([])
    harness.isSlow(undefined)
    gate.resolve()
    expect(await Promise.all(waiting)).toEqual([200, 200])
    expect((await returning).status).toBe(200)
    expect(await credits(professional)).toBe(5)
  })

  // rule: paid-once
  test('a checkout whose answer was lost is the same checkout when the request is repeated', async () => {
    const professional = await buyer('subscription')
    const caller = await as(harness.server, professional)
    const activate = () =>
      caller.post(`/api/professional/activate/${professional.id}`, undefined, {
        'idempotency-key': 'one-intent',
      })
    harness.loseNextAnswer()
    expect((await activate()).status).toBe(503)
    const [first, second] = [await activate(), await activate()]
    expect(first).toMatchObject({ status: 200 })
    expect(second.body.checkout_url).toBe(first.body.checkout_url)
  }, 30_000)

  // rule: cancel-at-period-end
  test('a cancellation whose answer was lost is done once when the request is repeated', async () => {
    const professional = await buyer('subscription')
    const { session } = await buy(harness, professional, 'subscription')
    await completed(session)
    const caller = await as(harness.server, professional)
    const cancel = () =>
      caller.post(`/api/professional/cancel-subscription?user_id=${professional.id}`)
    harness.loseNextAnswer()
    expect((await cancel()).status).toBe(503)
    expect((await cancel()).body).toMatchObject({ isSubscribed: false, is_active: true })
    expect((await cancel()).status).toBe(200)
    expect(await credits(professional)).toBe(5)
  }, 30_000)

  // rule: payment-settled-once, checkout-return
  test('a forged, stale, foreign or made-up event changes nothing', async () => {
    const professional = await buyer('lead')
    const other = await buyer('lead')
    const { session } = await buy(harness, other, 'lead')
    const before = await countBillingRows(harness.server)
    const stale = { at: new Date(+harness.now() - 301_000) }
    const type = 'checkout.session.completed'
    expect(await harness.sendEvent(type, about.checkout(session), stale)).toBe(400)
    const forged = { secret: 'whsec_forged' }
    expect(await harness.sendEvent(type, about.checkout(session), forged)).toBe(400)
    expect(await harness.sendEvent(type, about.checkout('cs_made_up'))).toBe(200)
    expect(await harness.sendEvent('invoice.paid', about.invoice('sub_made_up'))).toBe(200)
    expect(await harness.sendEvent('charge.refunded', about.charge('pi_made_up'))).toBe(200)
    expect((await returnFromCheckout(harness.server, professional, session)).body.detail).toBe(
      'Invalid payment parameters',
    )
    expect((await dashboard(professional, session)).status).toBe(200)
    expect(await countBillingRows(harness.server)).toEqual(before)
  })

  // rule: payment-settled-once
  test('a payment at an earlier price brings its credit, and is stored with the paid amount', async () => {
    const professional = await buyer('lead')
    const order = checkoutOrder({ ownerId: professional.id, amountCents: 1200 })
    const { id } = await harness.server.payments.createLeadCheckout(order)
    await harness.pay(id)
    expect(await completed(id)).toBe(200)
    expect(await credits(professional)).toBe(1)
    expect(await history(professional)).toEqual([[12, 'paid']])
  })

  // rule: suspended-payer
  test.each(KINDS)(
    'a %s that is paid after its buyer deleted the account is refunded, and nothing else follows',
    async (kind) => {
      const { server } = harness
      const password_hash = await hashPassword(PASSWORD)
      const professional = await buyer(kind, { user: { password_hash } })
      const session = await openCheckout(server, professional, kind)
      const caller = await as(server, professional)
      const deleted = await caller.delete(`/api/users/${professional.id}`, {
        [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD),
      })
      expect(deleted.status).toBe(200)
      await harness.pay(session)
      expect(await Promise.all([completed(session), completed(session)])).toEqual([200, 200])
      await runDueJobs(server.context)
      await runDueJobs(server.context)
      const { payment, subscriptionId } = (await server.payments.checkout(session))!
      const reported = subscriptionId
        ? await server.payments.subscription(subscriptionId)
        : undefined
      expect([payment?.status ?? reported!.invoices[0]!.status, reported?.status]).toEqual([
        'refunded',
        kind === 'lead' ? undefined : 'ended',
      ])
      const payments = await server.db
        .selectFrom('payments')
        .select(['status', 'billed_to'])
        .where('professional_id', '=', professional.id)
        .execute()
      expect(payments).toEqual([{ status: 'refunded', billed_to: 'Deleted user' }])
      const subscriptions = await server.db
        .selectFrom('subscriptions')
        .select('status')
        .where('professional_id', '=', professional.id)
        .execute()
      expect(subscriptions).toEqual([])
      const balance = await server.db
        .selectFrom('lead_credits')
        .select('balance')
        .where('professional_id', '=', professional.id)
        .execute()
      expect(balance.map((row) => row.balance)).toEqual(kind === 'lead' ? [0] : [])
    },
  )
})
