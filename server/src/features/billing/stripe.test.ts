import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfessional } from '#server/test/build.ts'
import { as } from '#server/test/call.ts'
import { moneyTraces, opened, returned, statusOf } from '#server/test/paying.ts'
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

test('with its keys set all goes through Stripe: what it tells of a payment, in any order and again, activates once', async () => {
  const professional = await buildProfessional(server, { active: false })
  const session = await opened(server, professional, 'subscription')
  expect((await returned(server, professional, session)).body.code).toBe('payment_not_completed')
  stripe.books.pay(session)
  const told = stripe.books.events
    .toReversed()
    .map(({ type, object }) => stripe.webhook(type, object))
  expect(told.length).toBeGreaterThan(2)
  const statuses = await Promise.all([...told, ...told].map(send))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await returned(server, professional, session)).status).toBe(200)
  expect(await statusOf(server, professional)).toMatchObject({ is_active: true, leadCredits: 5 })

  const forged = stripe.webhook('invoice.paid', {}, { secret: 'whsec_forged' })
  const before = await moneyTraces(server)
  expect(await send(forged)).toBe(400)
  expect(await moneyTraces(server)).toEqual(before)
})

test('while Stripe is down one is told to try again, nothing is written, and the same intent opens one checkout later', async () => {
  const professional = await buildProfessional(server, { active: false })
  const activate = async () =>
    (await as(server, professional)).post(
      `/api/professional/activate/${professional.id}`,
      undefined,
      { 'idempotency-key': 'down' },
    )
  const before = await moneyTraces(server)
  stripe.isDown = true
  expect(await activate()).toMatchObject({
    status: 503,
    body: { detail: 'Payments cannot be reached right now. Please try again in a moment.' },
  })
  expect(await moneyTraces(server)).toEqual(before)
  stripe.isDown = false
  const answers = [await activate(), await activate()]
  expect(answers[0]!.status).toBe(200)
  expect(answers[1]!.body).toEqual(answers[0]!.body)
})

test('with Stripe there is no simulated checkout, neither its calls nor its page', async () => {
  const caller = await as(server, await buildProfessional(server))
  for (const path of ['/api/simulated-checkout/cs_1', '/simulated-checkout/cs_1']) {
    expect((await caller.get(path)).status).toBe(404)
  }
  expect((await caller.post('/api/simulated-checkout/cs_1', { outcome: 'paid' })).status).toBe(404)
})
