import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { moneyTraces, opened, paid, returned, statusOf } from '#server/test/paying.ts'
import { anOrder } from '#server/test/providers.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { NOW, visitAt } from '#server/test/visit.ts'
import { runDueJobs } from '#server/worker.ts'
import { syncSubscription } from './sync-subscription.ts'

const DAY = 86_400_000
/** NOW is November 20, so the first month ends on December 20. */
const PERIOD_END = new Date('2026-12-20T16:00:00Z')

let server: TestServer
let now = NOW
let professional: { id: string; slug: string }

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  server.payments.isDown = false
  server.payments.declines = false
  await server.db
    .updateTable('subscriptions')
    .set({ status: 'lapsed', failing_since: null })
    .execute()
  professional = await buildProfessional(server, { active: false })
  await paid(server, professional, 'subscription')
})

const renewals = () => JOBS.renewals(server.world, {})
const at = async (days: number, from = PERIOD_END) => {
  now = new Date(+from + days * DAY)
  await renewals()
}
const status = () => statusOf(server, professional)
const isListed = async () => {
  const { body } = await visitor(server).get(
    '/api/professionals/search/enhanced?zip_code=78701&page_size=50',
  )
  return body.professionals.some(({ user_id }: { user_id: string }) => user_id === professional.id)
}
const cancel = async () =>
  (await as(server, professional)).post(
    `/api/professional/cancel-subscription?user_id=${professional.id}`,
  )
const activate = async () =>
  (await as(server, professional)).post(`/api/professional/activate/${professional.id}`)
const events = async (kind: string) => {
  const rows = await server.db
    .selectFrom('events')
    .select('id')
    .where('subject_id', '=', professional.id)
    .where('kind', '=', kind)
    .execute()
  return rows.length
}

test('P 9: the subscription renews by itself each month and brings 5 leads, once a period, whoever renews', async () => {
  now = PERIOD_END
  await Promise.all([renewals(), renewals(), renewals()])
  await renewals()
  expect(await status()).toMatchObject({
    isSubscribed: true,
    leadCredits: 10,
    totalLeads: 10,
    period_end: '2027-01-20T16:00:00.000Z',
  })
  expect(await events('payment.paid')).toBe(2)
})

test('three days before, she is told once', async () => {
  await at(-3.1)
  expect(await events('subscription.renewal_soon')).toBe(0)
  await at(-3)
  await at(-2)
  expect(await events('subscription.renewal_soon')).toBe(1)
})

test('a machine that was off for a week renews for the period that has begun, and no lead is lost', async () => {
  await at(8)
  expect(await status()).toMatchObject({
    is_active: true,
    leadCredits: 10,
    period_end: '2027-01-20T16:00:00.000Z',
  })
})

test('a failed renewal: seven days of grace, tried again on days 1, 3, 5 and 7, then she is listed no more', async () => {
  server.payments.declines = true
  const attempts = () => server.payments.calls.filter((call) => call === 'collect').length
  const before = attempts()
  const tried: number[] = []
  for (let hours = 0; hours <= 7 * 24; hours += 6) {
    const earlier = attempts()
    await at(hours / 24)
    if (attempts() > earlier) tried.push(hours / 24)
    expect(await isListed()).toBe(hours < 7 * 24)
  }
  expect(tried).toEqual([0, 1, 3, 5, 7])
  expect(attempts() - before).toBe(5)
  expect(await events('payment.failed')).toBe(5)
  expect(await isListed()).toBe(false)
  expect(await status()).toMatchObject({ isSubscribed: false, is_active: false, leadCredits: 5 })
  await runDueJobs(server.world)
  const collected = attempts()
  await at(30)
  expect(attempts()).toBe(collected)
})

test('a process killed at the last failed try leaves either all of its end or none, and the next run ends it', async () => {
  server.payments.declines = true
  for (const days of [0, 1, 3, 5]) await at(days)
  const before = await events('payment.failed')
  const { refreshSearchEntries } = server.world
  server.world.refreshSearchEntries = () => Promise.reject(new Error('The process is gone.'))
  await at(7)
  server.world.refreshSearchEntries = refreshSearchEntries
  expect(await status()).toMatchObject({ is_active: true })
  expect(await events('payment.failed')).toBe(before)
  await at(7.1)
  expect(await status()).toMatchObject({ is_active: false })
  expect(await events('payment.failed')).toBe(before + 1)
  expect(await events('subscription.lapsed')).toBe(1)
})

test('a subscription that the provider has never heard of ends with what was paid', async () => {
  for (const id of ['sub_of_nobody', null]) {
    const grace = await buildProfessional(server)
    await server.db
      .updateTable('subscriptions')
      // Not in whole milliseconds, as PostgreSQL's own clock tells the time.
      .set({
        provider_subscription_id: id,
        paid_until: sql<Date>`${NOW}::timestamptz + interval '1 day 1 microsecond'`,
      })
      .where('professional_id', '=', grace.id)
      .execute()
    await at(2, NOW)
    expect(await statusOf(server, grace)).toMatchObject({ is_active: false })
  }
})

test('a provider that is slow does not keep the worker: the run ends, and the next one goes on', async () => {
  const others = await Promise.all([1, 2].map(() => buildProfessional(server, { active: false })))
  for (const other of others) await paid(server, other, 'subscription')
  server.payments.watch = async () => {
    now = new Date(+now + 4 * 60_000)
  }
  const collected = () => server.payments.calls.filter((call) => call === 'collect').length
  const before = collected()
  await at(0)
  server.payments.watch = undefined
  expect(collected() - before).toBe(1)
  await renewals()
  expect(collected() - before).toBe(3)
})

test('in grace she stays subscribed and is told until when; a retry that succeeds ends it', async () => {
  server.payments.declines = true
  await at(0)
  expect(await status()).toMatchObject({
    isSubscribed: true,
    is_active: true,
    grace_until: '2026-12-27T16:00:00.000Z',
    next_grant_at: null,
  })
  server.payments.declines = false
  await at(1)
  expect(await status()).toMatchObject({ is_active: true, grace_until: null, leadCredits: 10 })
})

test('in grace she may pay anew: the new subscription takes the place of the old one, which ends', async () => {
  server.payments.declines = true
  await at(0)
  server.payments.declines = false
  now = new Date(+now + DAY / 2)
  await paid(server, professional, 'subscription')
  await runDueJobs(server.world)
  expect(await status()).toMatchObject({ is_active: true, grace_until: null, leadCredits: 10 })
  expect(server.payments.calls.at(-1)).toBe('endNow')
  expect(await events('payment.refunded')).toBe(0)
})

describe('cancelling', () => {
  test('in grace, where nothing is paid any more, it ends at once, and nothing is collected later', async () => {
    server.payments.declines = true
    await at(0)
    const answer = await cancel()
    expect(answer).toMatchObject({ status: 200, body: { isSubscribed: false, is_active: false } })
    expect(await status()).toMatchObject({ is_active: false, leadCredits: 5, grace_until: null })
    server.payments.declines = false
    await at(1)
    await at(7)
    expect(await status()).toMatchObject({ is_active: false, leadCredits: 5 })
    expect(await events('payment.paid')).toBe(1)
    expect(await events('subscription.lapsed')).toBe(1)
  })

  test('P 4: cancelled, she is unsubscribed at once, listed until the paid period ends, and keeps her credits', async () => {
    const answer = await cancel()
    expect(answer).toMatchObject({
      status: 200,
      body: { isSubscribed: false, is_active: true, period_end: PERIOD_END.toISOString() },
    })
    expect((await cancel()).body).toEqual(answer.body)
    expect(await events('subscription.cancelled')).toBe(1)
    expect(await status()).toMatchObject({
      isSubscribed: false,
      is_active: true,
      cancelled: true,
      next_grant_at: null,
    })
    expect(await isListed()).toBe(true)
    await at(0)
    expect(await status()).toMatchObject({ isSubscribed: false, is_active: false, leadCredits: 5 })
    expect(await isListed()).toBe(false)
    expect(await cancel()).toMatchObject({
      status: 409,
      body: { detail: 'No active subscription to cancel' },
    })
  })

  test('P 6: cancelled, she shares her profile until the paid period ends, and then no more', async () => {
    await cancel()
    const share = async () =>
      (await as(server, professional)).get(`/api/professional/share-link/${professional.id}`)
    expect(await share()).toMatchObject({ status: 200 })
    await at(0)
    expect(await status()).toMatchObject({ is_active: false, leadCredits: 5 })
    expect(await share()).toMatchObject({ status: 403, body: { code: 'activate_to_share' } })
  })

  test('P 4: after the end she can be reached by link and booked while credits are left, and then no more', async () => {
    await cancel()
    await at(0)
    const book = async () => {
      const client = await buildClient(server)
      const body = visitAt(client, professional, { booking_date: '2027-01-10' })
      return (await as(server, client)).post('/api/bookings', body)
    }
    for (let credits = 5; credits > 0; credits--) expect((await book()).status).toBe(200)
    expect(await book()).toMatchObject({
      status: 409,
      body: { detail: 'This professional is not accepting bookings right now.' },
    })
    const url = `/api/public/professional/${professional.slug}`
    expect((await visitor(server).get(url)).status).toBe(404)
    await paid(server, professional, 'lead')
    expect((await visitor(server).get(url)).status).toBe(200)
  })

  test('subscribing again inside the paid period withdraws the cancellation without a charge', async () => {
    await cancel()
    now = new Date(+NOW + 5 * DAY)
    expect((await activate()).body).toMatchObject({ status: 'already_active' })
    expect(await status()).toMatchObject({
      isSubscribed: true,
      leadCredits: 5,
      period_end: PERIOD_END.toISOString(),
    })
    expect(await events('payment.paid')).toBe(1)
  })

  test('after the end she subscribes anew, for five credits more', async () => {
    await cancel()
    await at(3)
    await paid(server, professional, 'subscription')
    expect(await status()).toMatchObject({
      isSubscribed: true,
      leadCredits: 10,
      subscriptionStartDate: now.toISOString(),
    })
    expect(await isListed()).toBe(true)
  })

  test('ended by the provider inside the paid period, she can subscribe anew, and nothing of it goes back', async () => {
    const { provider_subscription_id: id } = await server.db
      .selectFrom('subscriptions')
      .select('provider_subscription_id')
      .where('professional_id', '=', professional.id)
      .executeTakeFirstOrThrow()
    await server.payments.endNow(id!, 'ended at the provider')
    await syncSubscription(server.world, professional.id, id!)
    expect(await status()).toMatchObject({ is_active: true, cancelled: true })
    await paid(server, professional, 'subscription')
    await runDueJobs(server.world)
    expect(await status()).toMatchObject({ isSubscribed: true, leadCredits: 10 })
    expect(await events('payment.refunded')).toBe(0)
  })
})

describe('money and webhooks, whatever happens at once', () => {
  const nudge = async (about: 'checkout' | 'subscription', id: string, moment = now) => {
    const { body, headers } = await server.payments.webhook(about, id, moment)
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/webhooks/payments',
      payload: body,
      headers,
    })
    return answer.statusCode
  }

  test.each(['subscription', 'lead'] as const)(
    'ten webhooks, the return and the dashboard at once give what a %s paid for, once',
    async (kind) => {
      professional = await buildProfessional(server, { active: kind === 'lead', credits: 0 })
      const session = await opened(server, professional, kind)
      await server.payments.pay(session)
      const caller = await as(server, professional)
      const statuses = await Promise.all([
        ...Array.from({ length: 10 }, () => nudge('checkout', session)),
        returned(server, professional, session).then((answer) => answer.status),
        caller
          .get(
            `/api/professional/dashboard/${professional.id}?process_payment=success&session_id=${session}`,
          )
          .then((answer) => answer.status),
      ])
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect((await status()).leadCredits).toBe(kind === 'lead' ? 1 : 5)
      expect(await events('payment.paid')).toBe(1)
    },
  )

  test('a webhook alone is enough, though she never comes back; the clock alone is, too', async () => {
    const [one, two] = [
      await opened(server, professional, 'lead'),
      await opened(server, professional, 'lead'),
    ]
    await server.payments.pay(one)
    expect(await nudge('checkout', one)).toBe(200)
    expect((await status()).leadCredits).toBe(6)
    await server.payments.pay(two)
    await renewals()
    expect((await status()).leadCredits).toBe(7)
  })

  test('what was paid while our machines were off for a week is found when they are back', async () => {
    const session = await opened(server, professional, 'lead')
    await server.payments.pay(session)
    await at(7, NOW)
    expect((await status()).leadCredits).toBe(6)
  })

  test('two open checkouts, both paid: two leads for two; of two subscriptions one goes back and ends', async () => {
    const leads = [
      await opened(server, professional, 'lead'),
      await opened(server, professional, 'lead'),
    ]
    for (const session of leads) await server.payments.pay(session)
    await Promise.all(leads.map((session) => returned(server, professional, session)))
    expect((await status()).leadCredits).toBe(7)

    professional = await buildProfessional(server, { active: false })
    const sessions = await Promise.all(
      ['one', 'two'].map((key) =>
        server.payments.createSubscriptionCheckout(
          anOrder({ ownerId: professional.id, key: professional.id + key }),
        ),
      ),
    )
    for (const { id } of sessions) await server.payments.pay(id)
    await Promise.all(sessions.map(({ id }) => returned(server, professional, id)))
    await runDueJobs(server.world)
    await runDueJobs(server.world)
    expect(await status()).toMatchObject({ leadCredits: 5, is_active: true })
    const rows = await server.db
      .selectFrom('payments')
      .select('status')
      .where('professional_id', '=', professional.id)
      .orderBy('status')
      .execute()
    expect(rows.map((row) => row.status)).toEqual(['paid', 'refunded'])
  })

  test('a forged, a stale, an unsigned, an unknown and an unpaid event change nothing', async () => {
    const session = await opened(server, professional, 'lead')
    const before = await moneyTraces(server)
    expect(await nudge('checkout', session)).toBe(200)
    expect(await nudge('checkout', 'cs_unknown')).toBe(200)
    expect(await nudge('subscription', 'sub_unknown')).toBe(200)
    await server.payments.pay(session)
    expect(await nudge('checkout', session, new Date(+now - 301_000))).toBe(400)
    const { body, headers } = await server.payments.webhook('checkout', 'cs_other')
    const send = async (payload: string, sent: Record<string, string>) => {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/webhooks/payments',
        payload,
        headers: sent,
      })
      return [answer.statusCode, answer.json<{ code: string }>().code]
    }
    expect(await send(body.replace('cs_other', session), headers)).toEqual([
      400,
      'signature_invalid',
    ])
    expect(await send(body, { 'content-type': 'application/json' })).toEqual([
      400,
      'signature_invalid',
    ])
    expect(await send('', {})).toEqual([400, 'signature_invalid'])
    expect(await moneyTraces(server)).toEqual(before)
  })

  test('a webhook that could not be stored is answered 503, and settles when it is sent again', async () => {
    const session = await opened(server, professional, 'lead')
    await server.payments.pay(session)
    server.payments.isDown = true
    expect(await nudge('checkout', session)).toBe(503)
    server.payments.isDown = false
    expect(await nudge('checkout', session)).toBe(200)
    expect((await status()).leadCredits).toBe(6)
  })

  test('an answer of before the cancellation that comes late does not undo it', async () => {
    const subscription = await server.db
      .selectFrom('subscriptions')
      .select('provider_subscription_id')
      .where('professional_id', '=', professional.id)
      .executeTakeFirstOrThrow()
    await Promise.all([
      ...Array.from({ length: 5 }, () =>
        nudge('subscription', subscription.provider_subscription_id!),
      ),
      cancel(),
      ...Array.from({ length: 5 }, () =>
        nudge('subscription', subscription.provider_subscription_id!),
      ),
    ])
    expect(await status()).toMatchObject({ isSubscribed: false, cancelled: true })
    expect(await events('subscription.cancelled')).toBe(1)
  })
})

test('invoices are numbered one after another, however often the provider is asked', async () => {
  const { provider_subscription_id: id } = await server.db
    .selectFrom('subscriptions')
    .select('provider_subscription_id')
    .where('professional_id', '=', professional.id)
    .executeTakeFirstOrThrow()
  await syncSubscription(server.world, professional.id, id!)
  await syncSubscription(server.world, professional.id, id!)
  const session = await paid(server, professional, 'lead')
  await returned(server, professional, session)
  await paid(server, professional, 'lead')
  const caller = await as(server, professional)
  const { body } = await caller.get(`/api/professional/billing-history/${professional.id}`)
  const [last, lead, first] = body.billing_history.map(({ invoice_id }: { invoice_id: string }) =>
    Number(invoice_id.slice(2)),
  )
  expect([lead - first, last - lead]).toEqual([1, 1])
})

test('P 3: billing history has an item per payment, newest first, in dollars, with totals and a table', async () => {
  now = new Date(+NOW + DAY)
  await paid(server, professional, 'lead')
  await at(0)
  const caller = await as(server, professional)
  const url = `/api/professional/billing-history/${professional.id}`
  const { body } = await caller.get(url)
  expect(
    body.billing_history.map(
      ({ description, amount_paid, status: paidOr }: Record<string, unknown>) => [
        description,
        amount_paid,
        paidOr,
      ],
    ),
  ).toEqual([
    ['Monthly subscription', 19.9, 'paid'],
    ['Single lead', 15, 'paid'],
    ['Monthly subscription', 19.9, 'paid'],
  ])
  expect(body.totals).toEqual([{ year: 2026, amount_paid: 54.8 }])
  const [renewal] = body.billing_history
  expect(renewal).toMatchObject({
    period_start: PERIOD_END.toISOString(),
    period_end: '2027-01-20T16:00:00.000Z',
    invoice_url: `/invoices/${renewal.invoice_id}`,
  })
  const invoice = `/api/professional/invoices/${renewal.invoice_id}`
  expect((await caller.get(invoice)).body.invoice).toMatchObject({
    amount_paid: 19.9,
    seller: 'Lustra',
  })
  const other = await as(server, await buildProfessional(server))
  for (const wrong of [
    invoice,
    '/api/professional/invoices/L-999999',
    '/api/professional/invoices/x',
  ]) {
    expect((await other.get(wrong)).status).toBe(404)
  }
  const table = await caller.get(`${url}/csv`)
  expect(table.headers['content-type']).toMatch(/^text\/csv/)
  expect(String(table.body).split('\r\n')).toHaveLength(5)
  expect(table.body).toContain('"19.90","paid"')
})
