import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import {
  countBillingRows,
  leadsStatus,
  openCheckout,
  payAndReturn,
} from '#server/test/builders/paying.ts'
import { inactiveHarness } from '#server/test/harness/subscription-harness.ts'
import { NOW, requestBooking, bookingBody } from '#server/test/builders/booking.ts'

const HOUR_MS = 3_600_000
const { harness, isListed } = inactiveHarness()

async function activate(person = harness.professional, headers = {}) {
  return (await as(harness.server, person)).post(
    `/api/professional/activate/${person.id}`,
    undefined,
    headers,
  )
}

// rule: activation, subscription-states
test('activating returns message, redirect_to_stripe and checkout_url; once paid, the professional is found at once', async () => {
  const { status, body } = await activate()
  expect(status).toBe(200)
  expect(body).toEqual({
    message: expect.any(String),
    redirect_to_stripe: true,
    checkout_url: expect.stringContaining('cs_'),
  })
  expect(await isListed()).toBe(false)
  await payAndReturn(harness.server, harness.professional, 'subscription')
  expect(await isListed()).toBe(true)
  expect((await activate()).body).toEqual({
    message: expect.any(String),
    status: 'already_active',
  })
})

// rule: prices, credit-ledger
test('the subscription costs $19.90 and brings 5 leads, a single lead costs $15', async () => {
  await payAndReturn(harness.server, harness.professional, 'subscription')
  await payAndReturn(harness.server, harness.professional, 'lead')
  const rows = await harness.server.db
    .selectFrom('payments')
    .select(['kind', 'amount_cents', 'status'])
    .where('professional_id', '=', harness.professional.id)
    .orderBy('number')
    .execute()
  expect(rows).toEqual([
    { kind: 'subscription', amount_cents: 1990, status: 'paid' },
    { kind: 'lead', amount_cents: 1500, status: 'paid' },
  ])
})

// rule: credit-ledger
test('leads status counts 5/5/0 after activation, 6/6/1 after a single lead, 5/6/1 after a contact', async () => {
  expect(await leadsStatus(harness.server, harness.professional)).toMatchObject({
    isSubscribed: false,
    leadCredits: 0,
    totalLeads: 0,
    paidLeads: 0,
    subscriptionStartDate: null,
    payments_simulated: true,
    payments: 'simulated',
    is_active: false,
  })
  await payAndReturn(harness.server, harness.professional, 'subscription')
  const counts = async () => {
    const { leadCredits, totalLeads, paidLeads } = await leadsStatus(
      harness.server,
      harness.professional,
    )
    return [leadCredits, totalLeads, paidLeads]
  }
  expect(await leadsStatus(harness.server, harness.professional)).toMatchObject({
    isSubscribed: true,
    subscriptionStartDate: NOW.toISOString(),
    period_end: '2026-12-20T16:00:00.000Z',
    next_grant_at: '2026-12-20T16:00:00.000Z',
    cancelled: false,
  })
  expect(await counts()).toEqual([5, 5, 0])
  await payAndReturn(harness.server, harness.professional, 'lead')
  expect(await counts()).toEqual([6, 6, 1])
  await requestBooking(harness.server, await buildClient(harness.server), harness.professional)
  expect(await counts()).toEqual([5, 6, 1])
})

// rule: paid-once, idempotency-key
test('the same Idempotency-Key opens one checkout, also for two requests at once; another body is refused', async () => {
  const caller = await as(harness.server, harness.professional)
  const open = (facts = {}) =>
    caller.post(
      '/api/create-checkout-session',
      { user_id: harness.professional.id, ...facts },
      { 'idempotency-key': 'checkout-1' },
    )
  const answers = await Promise.all([open(), open(), open()])
  expect(new Set(answers.map(({ body }) => body.sessionId)).size).toBe(1)
  expect((await open({ return_url: 'http://localhost:3000/' })).body.code).toBe(
    'idempotency_key_reused',
  )
})

// rule: paid-once
test('a checkout that is still open is used again, so that nobody pays twice', async () => {
  expect(await openCheckout(harness.server, harness.professional, 'subscription')).toBe(
    await openCheckout(harness.server, harness.professional, 'subscription'),
  )
})

// rule: activation
test('create-checkout-session returns a sessionId, and says so once the account is active', async () => {
  const caller = await as(harness.server, harness.professional)
  const createSession = () =>
    caller.post('/api/create-checkout-session', { user_id: harness.professional.id })
  expect((await createSession()).body).toMatchObject({ sessionId: expect.stringMatching(/^cs_/) })
  await payAndReturn(harness.server, harness.professional, 'subscription')
  expect(await createSession()).toMatchObject({
    status: 409,
    body: { detail: 'Subscription already active' },
  })
})

// rule: paid-once
test('a paid checkout without a return is found by the next activation, without another checkout', async () => {
  const session = await openCheckout(harness.server, harness.professional, 'subscription')
  await harness.server.payments.pay(session)
  expect((await activate()).body.status).toBe('already_active')
  expect(await leadsStatus(harness.server, harness.professional)).toMatchObject({ leadCredits: 5 })
})

// rule: provider-unavailable
test('while the provider cannot be reached, activating says so, writes nothing and leaves its key free', async () => {
  harness.server.payments.isDown = true
  const before = await countBillingRows(harness.server)
  const answer = await activate(harness.professional, { 'idempotency-key': 'down-1' })
  expect(answer).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } })
  expect(await countBillingRows(harness.server)).toEqual(before)
  harness.server.payments.isDown = false
  expect((await activate(harness.professional, { 'idempotency-key': 'down-1' })).status).toBe(200)
})

describe('refused, and nothing is written:', () => {
  // rule: activation
  test('an account without a profile', async () => {
    const { id } = await harness.server.db
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
    const before = await countBillingRows(harness.server)
    const caller = await as(harness.server, { id })
    expect(await caller.post(`/api/professional/activate/${id}`)).toMatchObject({
      status: 409,
      body: { detail: 'Complete your profile first' },
    })
    expect(await countBillingRows(harness.server)).toEqual(before)
  })

  // rule: prices
  test('a single lead before the first activation', async () => {
    const before = await countBillingRows(harness.server)
    const caller = await as(harness.server, harness.professional)
    const answer = await caller.post('/api/payments/lead-payment', {
      professional_id: harness.professional.id,
    })
    expect(answer).toMatchObject({
      status: 403,
      body: { detail: 'Activate your account before buying leads' },
    })
    expect(await countBillingRows(harness.server)).toEqual(before)
  })

  // rule: billing-history
  test('visitors, clients and other professionals, in every call about a professional’s money', async () => {
    const { id } = harness.professional
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
    const others = [await buildClient(harness.server), await buildProfessional(harness.server)]
    const before = await countBillingRows(harness.server)
    const callsBefore = harness.server.payments.calls.length
    for (const [method, url, body] of calls) {
      const send = (caller: ReturnType<typeof visitor>) =>
        method === 'get' ? caller.get(url) : caller.post(url, body)
      expect((await send(visitor(harness.server))).status).toBe(401)
      for (const other of others) {
        expect((await send(await as(harness.server, other))).body.code).toBe('not_yours')
      }
    }
    expect(harness.server.payments.calls.length).toBe(callsBefore)
    expect(await countBillingRows(harness.server)).toEqual(before)
  })
})

// rule: provider-unavailable
test('no transaction is open while the server waits for the provider', async () => {
  const openTransactions: number[] = []
  harness.server.payments.watch = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(
      harness.server.db,
    )
    openTransactions.push(rows[0]!.n)
  }
  await activate(harness.professional, { 'idempotency-key': 'watched' })
  await payAndReturn(harness.server, harness.professional, 'subscription')
  await payAndReturn(harness.server, harness.professional, 'lead')
  const caller = await as(harness.server, harness.professional)
  await caller.post(`/api/professional/cancel-subscription?user_id=${harness.professional.id}`)
  await activate()
  harness.now = new Date('2027-01-05T00:00:00Z')
  await JOBS.renewals(harness.server.context, {})
  harness.server.payments.watch = undefined
  expect(openTransactions.length).toBeGreaterThan(10)
  expect(Math.max(...openTransactions)).toBe(0)
})

// rule: checkout-return
test('origins that are not ours are replaced by ours', async () => {
  const orders: string[] = []
  const open = harness.server.payments.createLeadCheckout.bind(harness.server.payments)
  harness.server.payments.createLeadCheckout = (order) => {
    orders.push(order.successUrl, order.cancelUrl)
    return open(order)
  }
  await payAndReturn(harness.server, harness.professional, 'subscription')
  const caller = await as(harness.server, harness.professional)
  await caller.post('/api/payments/lead-payment', {
    professional_id: harness.professional.id,
    origin_url: 'https://evil.example',
  })
  expect(orders).toEqual([
    'http://localhost:3000/dashboard?payment=success&session_id={CHECKOUT_ID}',
    'http://localhost:3000/dashboard?payment=cancel',
  ])
})

// rule: prices
test('lead-payment returns a checkout_url at our price, whatever price the browser sends', async () => {
  await payAndReturn(harness.server, harness.professional, 'subscription')
  const caller = await as(harness.server, harness.professional)
  const { status, body } = await caller.post('/api/payments/lead-payment', {
    professional_id: harness.professional.id,
    amount: 0.01,
    price: 1,
  })
  expect(status).toBe(200)
  const session = String(body.checkout_url).split('/').at(-1)!
  const { amount_cents } = await harness.server.db
    .selectFrom('simulated_checkouts')
    .select('amount_cents')
    .where('id', '=', session)
    .executeTakeFirstOrThrow()
  expect(amount_cents).toBe(1500)
})

// rule: paid-once
test('thirty requests for a lead at once get one checkout, for half an hour', async () => {
  const { server, professional } = harness
  const caller = await as(server, professional)
  const open = () => caller.post('/api/payments/lead-payment', { professional_id: professional.id })
  const sessionOf = ({ body }: Awaited<ReturnType<typeof open>>) =>
    String(body.checkout_url).split('/').at(-1)!
  await payAndReturn(server, professional, 'subscription')
  harness.now = new Date(+NOW + HOUR_MS)
  const answers = await Promise.all(Array.from({ length: 30 }, open))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(new Set(answers.map(sessionOf)).size).toBe(1)
  const [first] = answers.map(sessionOf)
  harness.now = new Date(+NOW + 1.5 * HOUR_MS - 1)
  expect(sessionOf(await open())).toBe(first)
  harness.now = new Date(+NOW + 1.5 * HOUR_MS)
  expect(sessionOf(await open())).not.toBe(first)
})

// rule: subscription-states
test('visibility in search, messages and bookings requires an active subscription', async () => {
  const client = await buildClient(harness.server)
  const caller = await as(harness.server, client)
  const readVisibility = async () => {
    const found = await caller.get('/api/professionals/search/enhanced?zip_code=78701&page_size=50')
    const contact = await caller.post('/api/chat/initiate-contact', {
      client_id: client.id,
      professional_id: harness.professional.id,
    })
    const booking = await caller.post('/api/bookings', bookingBody(client, harness.professional))
    return [
      found.body.professionals.some(
        ({ user_id }: { user_id: string }) => user_id === harness.professional.id,
      ),
      contact.status,
      booking.status,
    ]
  }
  expect(await readVisibility()).toEqual([false, 409, 409])
  await payAndReturn(harness.server, harness.professional, 'subscription')
  expect(await readVisibility()).toEqual([true, 200, 200])
})
