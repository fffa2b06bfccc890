// rule: activation, checkout-reuse, checkout-return, checkout-owner, subscription-price, lead-price,
// provider-unavailable, billing-access, subscription-states, lead-counters, credits-per-payment
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { as, visitor } from '#server/test/call.ts'
import {
  countBillingRows,
  openCheckout,
  payAndReturn,
  returnFromCheckout,
  leadsStatus,
} from '#server/test/paying.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { NOW, requestBooking, bookingBody } from '#server/test/booking.ts'

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
  professional = await buildProfessional(server, { active: false })
})

async function activate(person = professional, headers = {}) {
  return (await as(server, person)).post(
    `/api/professional/activate/${person.id}`,
    undefined,
    headers,
  )
}

async function isFound(): Promise<boolean> {
  const { body } = await visitor(server).get(
    '/api/professionals/search/enhanced?zip_code=78701&page_size=50',
  )
  return body.professionals.some(({ user_id }: { user_id: string }) => user_id === professional.id)
}

test('activating returns message, redirect_to_stripe and checkout_url; once paid, the professional is found at once', async () => {
  const { status, body } = await activate()
  expect(status).toBe(200)
  expect(body).toEqual({
    message: expect.any(String),
    redirect_to_stripe: true,
    checkout_url: expect.stringContaining('cs_'),
  })
  expect(await isFound()).toBe(false)
  await payAndReturn(server, professional, 'subscription')
  expect(await isFound()).toBe(true)
  expect((await activate()).body).toEqual({
    message: expect.any(String),
    status: 'already_active',
  })
})

test('the subscription costs $19.90 and brings 5 leads, a single lead costs $15', async () => {
  await payAndReturn(server, professional, 'subscription')
  await payAndReturn(server, professional, 'lead')
  const rows = await server.db
    .selectFrom('payments')
    .select(['kind', 'amount_cents', 'status'])
    .where('professional_id', '=', professional.id)
    .orderBy('number')
    .execute()
  expect(rows).toEqual([
    { kind: 'subscription', amount_cents: 1990, status: 'paid' },
    { kind: 'lead', amount_cents: 1500, status: 'paid' },
  ])
})

test('leads status counts 5/5/0 after activation, 6/6/1 after a single lead, 5/6/1 after a contact', async () => {
  expect(await leadsStatus(server, professional)).toMatchObject({
    isSubscribed: false,
    leadCredits: 0,
    totalLeads: 0,
    paidLeads: 0,
    subscriptionStartDate: null,
    is_active: false,
  })
  await payAndReturn(server, professional, 'subscription')
  const counts = async () => {
    const { leadCredits, totalLeads, paidLeads } = await leadsStatus(server, professional)
    return [leadCredits, totalLeads, paidLeads]
  }
  expect(await leadsStatus(server, professional)).toMatchObject({
    isSubscribed: true,
    subscriptionStartDate: NOW.toISOString(),
    period_end: '2026-12-20T16:00:00.000Z',
    next_grant_at: '2026-12-20T16:00:00.000Z',
    cancelled: false,
  })
  expect(await counts()).toEqual([5, 5, 0])
  await payAndReturn(server, professional, 'lead')
  expect(await counts()).toEqual([6, 6, 1])
  await requestBooking(server, await buildClient(server), professional)
  expect(await counts()).toEqual([5, 6, 1])
})

test('the same Idempotency-Key opens one checkout, also for two requests at once; another body is refused', async () => {
  const caller = await as(server, professional)
  const open = (facts = {}) =>
    caller.post(
      '/api/create-checkout-session',
      { user_id: professional.id, ...facts },
      { 'idempotency-key': 'checkout-1' },
    )
  const answers = await Promise.all([open(), open(), open()])
  expect(new Set(answers.map(({ body }) => body.sessionId)).size).toBe(1)
  expect((await open({ return_url: 'http://localhost:3000/' })).body.code).toBe(
    'idempotency_key_reused',
  )
})

test('a checkout that is still open is used again, so that nobody pays twice', async () => {
  expect(await openCheckout(server, professional, 'subscription')).toBe(
    await openCheckout(server, professional, 'subscription'),
  )
})

test('create-checkout-session returns a sessionId, and says so once the account is active', async () => {
  const caller = await as(server, professional)
  const ask = () => caller.post('/api/create-checkout-session', { user_id: professional.id })
  expect((await ask()).body).toMatchObject({ sessionId: expect.stringMatching(/^cs_/) })
  await payAndReturn(server, professional, 'subscription')
  expect(await ask()).toMatchObject({
    status: 409,
    body: { detail: 'Subscription already active' },
  })
})

test('a paid checkout without a return is found by the next activation, without another checkout', async () => {
  const session = await openCheckout(server, professional, 'subscription')
  await server.payments.pay(session)
  expect((await activate()).body.status).toBe('already_active')
  expect(await leadsStatus(server, professional)).toMatchObject({ leadCredits: 5 })
})

test('while the provider cannot be reached, activating says so, writes nothing and leaves its key free', async () => {
  server.payments.isDown = true
  const before = await countBillingRows(server)
  const answer = await activate(professional, { 'idempotency-key': 'down-1' })
  expect(answer).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } })
  expect(await countBillingRows(server)).toEqual(before)
  server.payments.isDown = false
  expect((await activate(professional, { 'idempotency-key': 'down-1' })).status).toBe(200)
})

describe('GET /payment-success as JSON', () => {
  test('a paid session of the caller is confirmed, and repeating it returns the same answer', async () => {
    const session = await payAndReturn(server, professional, 'subscription')
    const before = await countBillingRows(server)
    expect(await returnFromCheckout(server, professional, session)).toMatchObject({
      status: 200,
      body: { status: 'success', message: expect.any(String) },
    })
    expect(await countBillingRows(server)).toEqual(before)
  })

  test('unknown, made-up and foreign sessions are "Invalid payment parameters", unpaid ones are not completed; nothing changes', async () => {
    const other = await buildProfessional(server, { active: false })
    const session = await openCheckout(server, other, 'subscription')
    const before = await countBillingRows(server)
    for (const wrong of ['cs_nothing', 'undefined', '../secret', "' or 1=1 --", session, '']) {
      expect(
        await returnFromCheckout(server, professional, encodeURIComponent(wrong)),
      ).toMatchObject({
        status: 400,
        body: { detail: 'Invalid payment parameters' },
      })
    }
    expect(await returnFromCheckout(server, other, session)).toMatchObject({
      status: 409,
      body: { detail: 'Payment not completed' },
    })
    await server.payments.pay(session)
    expect((await returnFromCheckout(server, professional, session)).status).toBe(400)
    expect(await countBillingRows(server)).toEqual(before)
  })

  test('a visitor has to log in, another person is refused, and nothing happens', async () => {
    const session = await openCheckout(server, professional, 'subscription')
    await server.payments.pay(session)
    const url = `/payment-success?user_id=${professional.id}&session_id=${session}`
    const json = { accept: 'application/json' }
    const other = await buildProfessional(server)
    const before = await countBillingRows(server)
    expect((await visitor(server).get(url, json)).status).toBe(401)
    expect(await (await as(server, other)).get(url, json)).toMatchObject({ status: 403 })
    expect(await (await as(server, await buildClient(server))).get(url, json)).toMatchObject({
      status: 403,
    })
    expect(await countBillingRows(server)).toEqual(before)
  })
})

describe('the dashboard with process_payment=success', () => {
  const dashboard = async (person: { id: string }, owner: { id: string }, session: string) =>
    (await as(server, person)).get(
      `/api/professional/dashboard/${owner.id}?process_payment=success&session_id=${session}`,
    )

  test('a return from the payment with its session activates the account', async () => {
    const session = await openCheckout(server, professional, 'subscription')
    await server.payments.pay(session)
    expect((await dashboard(professional, professional, session)).body.is_active).toBe(true)
  })

  test('a session that is unpaid, foreign or made up shows the plain dashboard and does nothing', async () => {
    const other = await buildProfessional(server, { active: false })
    const foreign = await openCheckout(server, other, 'subscription')
    await server.payments.pay(foreign)
    const unpaid = await openCheckout(server, professional, 'subscription')
    const before = await countBillingRows(server)
    for (const session of [unpaid, foreign, 'cs_made_up', '%00']) {
      expect(await dashboard(professional, professional, session)).toMatchObject({
        status: 200,
        body: { is_active: false },
      })
    }
    expect((await dashboard(professional, other, foreign)).status).toBe(403)
    expect(await countBillingRows(server)).toEqual(before)
  })
})

describe('refused, and nothing is written:', () => {
  test('an account without a profile', async () => {
    const { id } = await server.db
      .insertInto('users')
      .values({
        role: 'professional',
        email: 'no-profile@example.com',
        first_name: 'Nina',
        last_name: 'New',
        phone: '512-555-0100',
        password_hash: 'not a password hash',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const before = await countBillingRows(server)
    const caller = await as(server, { id })
    expect(await caller.post(`/api/professional/activate/${id}`)).toMatchObject({
      status: 409,
      body: { detail: 'Complete your profile first' },
    })
    expect(await countBillingRows(server)).toEqual(before)
  })

  test('a single lead before the first activation', async () => {
    const before = await countBillingRows(server)
    const caller = await as(server, professional)
    const answer = await caller.post('/api/payments/lead-payment', {
      professional_id: professional.id,
    })
    expect(answer).toMatchObject({
      status: 403,
      body: { detail: 'Activate your account before buying leads' },
    })
    expect(await countBillingRows(server)).toEqual(before)
  })

  test('visitors, clients and other professionals, in every call about a professional’s money', async () => {
    const { id } = professional
    const calls = [
      ['post', `/api/professional/activate/${id}`, undefined],
      ['post', '/api/create-checkout-session', { user_id: id }],
      ['post', '/api/payments/lead-payment', { professional_id: id }],
      ['post', `/api/professional/cancel-subscription?user_id=${id}`, undefined],
      ['get', `/api/professional/leads-status/${id}`, undefined],
      ['get', `/api/professional/billing-history/${id}`, undefined],
      ['get', `/api/professional/billing-history/${id}/csv`, undefined],
      ['get', `/api/professional/ledger/${id}`, undefined],
    ] as const
    const strangers = [await buildClient(server), await buildProfessional(server)]
    const before = await countBillingRows(server)
    const callsBefore = server.payments.calls.length
    for (const [method, url, body] of calls) {
      const send = (caller: ReturnType<typeof visitor>) =>
        method === 'get' ? caller.get(url) : caller.post(url, body)
      expect((await send(visitor(server))).status).toBe(401)
      for (const stranger of strangers) {
        expect((await send(await as(server, stranger))).body.code).toBe('not_yours')
      }
    }
    expect(server.payments.calls.length).toBe(callsBefore)
    expect(await countBillingRows(server)).toEqual(before)
  })
})

test('no transaction is open while the server waits for the provider', async () => {
  const inside: number[] = []
  server.payments.watch = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(server.db)
    inside.push(rows[0]!.n)
  }
  await activate(professional, { 'idempotency-key': 'watched' })
  await payAndReturn(server, professional, 'subscription')
  await payAndReturn(server, professional, 'lead')
  const caller = await as(server, professional)
  await caller.post(`/api/professional/cancel-subscription?user_id=${professional.id}`)
  await activate()
  now = new Date('2027-01-05T00:00:00Z')
  await JOBS.renewals(server.context, {})
  server.payments.watch = undefined
  expect(inside.length).toBeGreaterThan(10)
  expect(Math.max(...inside)).toBe(0)
})

test('origins that are not ours are replaced by ours', async () => {
  const orders: string[] = []
  const open = server.payments.createLeadCheckout.bind(server.payments)
  server.payments.createLeadCheckout = (order) => {
    orders.push(order.successUrl, order.cancelUrl)
    return open(order)
  }
  await payAndReturn(server, professional, 'subscription')
  const caller = await as(server, professional)
  await caller.post('/api/payments/lead-payment', {
    professional_id: professional.id,
    origin_url: 'https://evil.example',
  })
  expect(orders).toEqual([
    'http://localhost:3000/dashboard?payment=success&session_id={CHECKOUT_ID}',
    'http://localhost:3000/dashboard?payment=cancel',
  ])
})

test('a checkout that is paid before its invoice brings nothing yet, and is settled later', async () => {
  const session = await openCheckout(server, professional, 'subscription')
  await server.payments.pay(session)
  const { subscription } = server.payments
  server.payments.subscription = async (id) => {
    const subscriptionRead = await subscription(id)
    const invoices = subscriptionRead?.invoices.map((invoice) => ({
      ...invoice,
      status: 'pending' as const,
      paidAt: null,
    }))
    return subscriptionRead && { ...subscriptionRead, invoices: invoices! }
  }
  expect((await returnFromCheckout(server, professional, session)).body.code).toBe(
    'payment_not_completed',
  )
  expect(await leadsStatus(server, professional)).toMatchObject({
    is_active: false,
    leadCredits: 0,
  })
  server.payments.subscription = subscription
  await JOBS.renewals(server.context, {})
  expect(await leadsStatus(server, professional)).toMatchObject({ is_active: true, leadCredits: 5 })
})

test('lead-payment returns a checkout_url at our price, whatever price the browser sends', async () => {
  await payAndReturn(server, professional, 'subscription')
  const caller = await as(server, professional)
  const { status, body } = await caller.post('/api/payments/lead-payment', {
    professional_id: professional.id,
    amount: 0.01,
    price: 1,
  })
  expect(status).toBe(200)
  const session = String(body.checkout_url).split('/').at(-1)!
  const { amount_cents } = await server.db
    .selectFrom('simulated_checkouts')
    .select('amount_cents')
    .where('id', '=', session)
    .executeTakeFirstOrThrow()
  expect(amount_cents).toBe(1500)
})

test('visibility in search, messages and bookings requires an active subscription', async () => {
  const client = await buildClient(server)
  const caller = await as(server, client)
  const seen = async () => {
    const found = await caller.get('/api/professionals/search/enhanced?zip_code=78701&page_size=50')
    const contact = await caller.post('/api/chat/initiate-contact', {
      client_id: client.id,
      professional_id: professional.id,
    })
    const booking = await caller.post('/api/bookings', bookingBody(client, professional))
    return [
      found.body.professionals.some(
        ({ user_id }: { user_id: string }) => user_id === professional.id,
      ),
      contact.status,
      booking.status,
    ]
  }
  expect(await seen()).toEqual([false, 409, 409])
  await payAndReturn(server, professional, 'subscription')
  expect(await seen()).toEqual([true, 200, 200])
})
