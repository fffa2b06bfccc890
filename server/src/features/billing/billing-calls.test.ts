// rule: activation, credits-per-payment, cancel-at-period-end, billing-history, lead-counters, checkout-return
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { openCheckout, payAndReturn, returnFromCheckout, leadsStatus } from '#server/test/paying.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { NOW, bookingBody } from '#server/test/booking.ts'

let server: TestServer
let now = NOW
let professional: { id: string; slug: string }
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  professional = await buildProfessional(server, { active: false })
})

const isFound = async () => {
  const { body } = await visitor(server).get(
    '/api/professionals/search/enhanced?zip_code=78701&page_size=50',
  )
  return body.professionals.some(({ user_id }: { user_id: string }) => user_id === professional.id)
}

test('before a month of $19.90 is paid, a professional is in no search and receives neither messages nor bookings', async () => {
  const client = await buildClient(server)
  const caller = await as(server, client)
  const pair = { client_id: client.id, professional_id: professional.id }
  const message = { sender_id: client.id, receiver_id: professional.id, message: 'Hello' }
  const answers = async () => [
    await isFound(),
    (await caller.post('/api/chat/initiate-contact', pair)).status,
    (await caller.post('/api/chat/messages', message)).status,
    (await caller.post('/api/bookings', bookingBody(client, professional))).status,
  ]
  expect(await answers()).toEqual([false, 409, 409, 409])
  await openCheckout(server, professional, 'subscription')
  expect(await answers()).toEqual([false, 409, 409, 409])
  await payAndReturn(server, professional, 'subscription')
  expect(await answers()).toEqual([true, 200, 200, 200])
})

test('the first month brings 5 leads, each renewed month 5 more, and a lead can be bought singly', async () => {
  await payAndReturn(server, professional, 'subscription')
  expect((await leadsStatus(server, professional)).leadCredits).toBe(5)
  await payAndReturn(server, professional, 'lead')
  expect((await leadsStatus(server, professional)).leadCredits).toBe(6)
  now = new Date('2026-12-20T16:00:00Z')
  await JOBS.renewals(server.context, {})
  expect((await leadsStatus(server, professional)).leadCredits).toBe(11)
})

test('cancel-subscription takes a user_id, and its errors have a detail', async () => {
  const caller = await as(server, professional)
  const url = `/api/professional/cancel-subscription?user_id=${professional.id}`
  expect(await caller.post(url)).toMatchObject({
    status: 409,
    body: { detail: 'No active subscription to cancel', code: 'no_subscription' },
  })
  await payAndReturn(server, professional, 'subscription')
  expect((await caller.post(url)).status).toBe(200)
  expect((await caller.post('/api/professional/cancel-subscription')).body.detail).toEqual(
    expect.any(String),
  )
})

test('billing-history returns billing_history, whose items have every field', async () => {
  await payAndReturn(server, professional, 'subscription')
  const caller = await as(server, professional)
  const { body } = await caller.get(`/api/professional/billing-history/${professional.id}`)
  expect(body.billing_history).toEqual([
    {
      invoice_id: expect.stringMatching(/^L-\d+$/),
      kind: 'subscription',
      description: 'Monthly subscription',
      date: NOW.toISOString(),
      period_start: NOW.toISOString(),
      period_end: '2026-12-20T16:00:00.000Z',
      amount_paid: 19.9,
      status: 'paid',
      invoice_url: expect.stringMatching(/^\/invoices\/L-\d+$/),
    },
  ])
})

test('leads-status returns the credits and the subscription', async () => {
  await payAndReturn(server, professional, 'subscription')
  expect(await leadsStatus(server, professional)).toMatchObject({
    isSubscribed: true,
    leadCredits: 5,
    totalLeads: 5,
    paidLeads: 0,
    subscriptionStartDate: NOW.toISOString(),
  })
})

test('payment-success confirms the payment of a user_id by its session_id', async () => {
  const session = await openCheckout(server, professional, 'subscription')
  expect((await returnFromCheckout(server, professional, session)).status).toBe(409)
  await server.payments.pay(session)
  expect((await returnFromCheckout(server, professional, session)).body).toEqual({
    status: 'success',
    message: 'Payment confirmed. Thank you!',
  })
  expect(await isFound()).toBe(true)
})
