// rule: payment-settled-once, provider-unavailable, simulated-payments
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import {
  countBillingRows,
  openCheckout,
  returnFromCheckout,
  leadsStatus,
} from '#server/test/builders/paying.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import {
  STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET,
  StripeServer,
} from '#server/test/stripe/stripe-server.ts'

let stripe: StripeServer
let server: TestServer
beforeAll(async () => {
  stripe = new StripeServer(new Date())
  await stripe.start()
  server = await testServer({
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.base,
  })
})
afterAll(async () => {
  await server.close()
  await stripe.stop()
})

const send = async ({ body, headers }: ReturnType<StripeServer['webhook']>) =>
  (
    await server.app.inject({
      method: 'POST',
      url: '/api/webhooks/payments',
      payload: body,
      headers,
    })
  ).statusCode

// rule: activation
test('the lead status says whether payments are simulated', async () => {
  const professional = await buildProfessional(server, { active: false })
  expect(await leadsStatus(server, professional)).toMatchObject({
    payments_simulated: false,
    payments: 'stripe',
  })
})

test('Stripe’s events of a payment activate the account once, in any order and repeated', async () => {
  const professional = await buildProfessional(server, { active: false })
  const session = await openCheckout(server, professional, 'subscription')
  expect((await returnFromCheckout(server, professional, session)).body.code).toBe(
    'payment_not_completed',
  )
  stripe.account.pay(session)
  const events = stripe.account.events
    .toReversed()
    .map(({ type, object }) => stripe.webhook(type, object))
  expect(events.length).toBeGreaterThan(2)
  const statuses = await Promise.all([...events, ...events].map(send))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await returnFromCheckout(server, professional, session)).status).toBe(200)
  expect(await leadsStatus(server, professional)).toMatchObject({ is_active: true, leadCredits: 5 })

  const forged = stripe.webhook('invoice.paid', {}, { secret: 'whsec_forged' })
  const before = await countBillingRows(server)
  expect(await send(forged)).toBe(400)
  expect(await countBillingRows(server)).toEqual(before)
})

test('while Stripe is down a call answers 503 and writes nothing, and a later retry with the same key opens one checkout', async () => {
  const professional = await buildProfessional(server, { active: false })
  const activate = async () =>
    (await as(server, professional)).post(
      `/api/professional/activate/${professional.id}`,
      undefined,
      { 'idempotency-key': 'down' },
    )
  const before = await countBillingRows(server)
  stripe.isDown = true
  expect(await activate()).toMatchObject({
    status: 503,
    body: { detail: "We can't reach the payment service right now. Please try again in a moment." },
  })
  expect(await countBillingRows(server)).toEqual(before)
  stripe.isDown = false
  const answers = [await activate(), await activate()]
  expect(answers[0]!.status).toBe(200)
  expect(answers[1]!.body).toEqual(answers[0]!.body)
})

test('with Stripe the calls and the page of the simulated checkout answer 404', async () => {
  const caller = await as(server, await buildProfessional(server))
  for (const path of ['/api/simulated-checkout/cs_1', '/simulated-checkout/cs_1']) {
    expect((await caller.get(path)).status).toBe(404)
  }
  expect((await caller.post('/api/simulated-checkout/cs_1', { outcome: 'paid' })).status).toBe(404)
})
