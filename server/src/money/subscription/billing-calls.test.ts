import { expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import {
  openCheckout,
  payAndReturn,
  returnFromCheckout,
  leadsStatus,
} from '#server/test/builders/paying.ts'
import { inactiveHarness } from '#server/test/harness/subscription-harness.ts'
import { NOW, bookingBody } from '#server/test/builders/booking.ts'

const { harness, isListed } = inactiveHarness()

// rule: activation
test('before a month of $19.90 is paid, a professional is in no search and receives neither messages nor bookings', async () => {
  const client = await buildClient(harness.server)
  const caller = await as(harness.server, client)
  const pair = { client_id: client.id, professional_id: harness.professional.id }
  const message = { sender_id: client.id, receiver_id: harness.professional.id, message: 'Hello' }
  const answers = async () => [
    await isListed(),
    (await caller.post('/api/chat/initiate-contact', pair)).status,
    (await caller.post('/api/chat/messages', message)).status,
    (await caller.post('/api/bookings', bookingBody(client, harness.professional))).status,
  ]
  expect(await answers()).toEqual([false, 409, 409, 409])
  await openCheckout(harness.server, harness.professional, 'subscription')
  expect(await answers()).toEqual([false, 409, 409, 409])
  await payAndReturn(harness.server, harness.professional, 'subscription')
  expect(await answers()).toEqual([true, 200, 200, 200])
})

// rule: credit-ledger
test('the first month brings 5 leads, each renewed month 5 more, and a lead can be bought singly', async () => {
  await payAndReturn(harness.server, harness.professional, 'subscription')
  expect((await leadsStatus(harness.server, harness.professional)).leadCredits).toBe(5)
  await payAndReturn(harness.server, harness.professional, 'lead')
  expect((await leadsStatus(harness.server, harness.professional)).leadCredits).toBe(6)
  harness.now = new Date('2026-12-20T16:00:00Z')
  await JOBS.renewals(harness.server.context, {})
  expect((await leadsStatus(harness.server, harness.professional)).leadCredits).toBe(11)
})

// rule: cancel-at-period-end
test('cancel-subscription takes a user_id, and its errors have a detail', async () => {
  const caller = await as(harness.server, harness.professional)
  const url = `/api/professional/cancel-subscription?user_id=${harness.professional.id}`
  expect(await caller.post(url)).toMatchObject({
    status: 409,
    body: { detail: 'No active subscription to cancel', code: 'no_subscription' },
  })
  await payAndReturn(harness.server, harness.professional, 'subscription')
  expect((await caller.post(url)).status).toBe(200)
  expect((await caller.post('/api/professional/cancel-subscription')).body.detail).toEqual(
    expect.any(String),
  )
})

// rule: billing-history
test('billing-history returns billing_history, whose items have every field', async () => {
  await payAndReturn(harness.server, harness.professional, 'subscription')
  const caller = await as(harness.server, harness.professional)
  const { body } = await caller.get(`/api/professional/billing-history/${harness.professional.id}`)
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

// rule: credit-ledger
test('leads-status returns the credits and the subscription', async () => {
  await payAndReturn(harness.server, harness.professional, 'subscription')
  expect(await leadsStatus(harness.server, harness.professional)).toMatchObject({
    isSubscribed: true,
    leadCredits: 5,
    totalLeads: 5,
    paidLeads: 0,
    subscriptionStartDate: NOW.toISOString(),
  })
})

// rule: checkout-return
test('payment-success confirms the payment of a user_id by its session_id', async () => {
  const session = await openCheckout(harness.server, harness.professional, 'subscription')
  expect((await returnFromCheckout(harness.server, harness.professional, session)).status).toBe(409)
  await harness.server.payments.pay(session)
  expect((await returnFromCheckout(harness.server, harness.professional, session)).body).toEqual({
    status: 'success',
    message: 'Payment confirmed. Thank you!',
  })
  expect(await isListed()).toBe(true)
})
