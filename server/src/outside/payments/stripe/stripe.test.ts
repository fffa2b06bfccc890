// rule: prices, provider-unavailable, checkout-return
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkoutOrder, stripeProvider } from '#server/test/providers.ts'
import { STRIPE_KEY } from '#server/test/stripe/stripe-server.ts'
import type { Payments } from '../payments.ts'
import { stripePayments } from './stripe.ts'

let provider: Awaited<ReturnType<typeof stripeProvider>>
let payments: Payments
beforeAll(async () => {
  provider = await stripeProvider()
  payments = provider.payments
})
afterEach(() => {
  Object.assign(provider.stripe, { isDown: false, delayMs: 0, lostAnswers: 0 })
  Object.assign(provider.stripe.account, { declines: false, isSlow: false })
})
afterAll(() => provider.close())

const SETTINGS = { provider: 'stripe', secretKey: STRIPE_KEY, webhookSecret: 'whsec_1' } as const
const sessionOf = (id: string) => provider.stripe.account.sessions.get(id)!

test('the checkout of a subscription has the price, the professional’s id, email and language, and the return URLs', async () => {
  const order = checkoutOrder({ language: 'pt' })
  const { id } = await payments.createSubscriptionCheckout(order)
  expect(sessionOf(id)).toMatchObject({
    mode: 'subscription',
    amount_total: 1990,
    currency: 'usd',
    client_reference_id: order.ownerId,
    metadata: { owner_id: order.ownerId, kind: 'subscription' },
    subscription_metadata: { owner_id: order.ownerId },
    customer_email: 'ana@example.com',
    locale: 'pt-BR',
    success_url: 'http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/dashboard?payment=cancel',
  })
})

test('requests to Stripe have a fixed API version, and those that write have an idempotency key', async () => {
  const order = checkoutOrder()
  await payments.createLeadCheckout(order)
  expect(provider.stripe.calls.at(-1)).toMatchObject({
    method: 'POST',
    version: '2026-10-28.endive',
    key: order.key,
  })
})

test('a request whose answer is lost twice is repeated and opens one checkout', async () => {
  const before = provider.stripe.account.sessions.size
  provider.stripe.lostAnswers = 2
  const { id } = await payments.createLeadCheckout(checkoutOrder())
  expect(sessionOf(id)).toBeDefined()
  expect(provider.stripe.account.sessions.size).toBe(before + 1)
})

test('while Stripe cannot be reached every call rejects after three tries', async () => {
  provider.stripe.isDown = true
  const before = provider.stripe.calls.length
  await expect(payments.checkout('cs_1')).rejects.toThrow('StripeConnectionError')
  expect(provider.stripe.calls.length).toBe(before + 3)
  await expect(payments.createLeadCheckout(checkoutOrder())).rejects.toThrow(
    'StripeConnectionError',
  )
  await expect(payments.refund('pi_1', 'key')).rejects.toThrow('StripeConnectionError')
})

test('a call to a slow Stripe times out', async () => {
  provider.stripe.delayMs = 60_000
  const begin = performance.now()
  await expect(payments.subscription('sub_1')).rejects.toThrow('StripeConnectionError')
  expect(performance.now() - begin).toBeLessThan(10_000)
})

test('a failure of something between is no refund, even if its JSON names no error', async () => {
  const between = createServer((_request, answer) => {
    answer.writeHead(503, { 'content-type': 'application/json' }).end('{}')
  })
  await once(between.listen(0, '127.0.0.1'), 'listening')
  const { port } = between.address() as AddressInfo
  const { refund } = stripePayments({
    ...SETTINGS,
    apiBase: new URL(`http://127.0.0.1:${port}`),
  })
  await expect(refund('pi_1', 'key')).rejects.toThrow('StripeAPIError')
  between.closeAllConnections()
  between.close()
})

test('an answer of Stripe that comes byte by byte is not waited for', async () => {
  const slow = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' })
    const trickle = setInterval(() => answer.write(' '), 20)
    answer.on('close', () => clearInterval(trickle))
  })
  await once(slow.listen(0, '127.0.0.1'), 'listening')
  const { port } = slow.address() as AddressInfo
  const { checkout } = stripePayments(
    { ...SETTINGS, apiBase: new URL(`http://127.0.0.1:${port}`) },
    { callMsMax: 200 },
  )
  await expect(checkout('cs_1')).rejects.toThrow('too long')
  slow.closeAllConnections()
  slow.close()
})

test('a checkout that another program opened in the same Stripe account is ignored, even if it contains an owner’s id', async () => {
  const order = checkoutOrder()
  const { id } = await payments.createLeadCheckout(order)
  Object.assign(sessionOf(id), { metadata: {}, client_reference_id: order.ownerId })
  provider.stripe.account.pay(id)
  expect(await payments.checkout(id)).toBeUndefined()
})

test('a checkout in another currency is ignored, whatever its metadata says', async () => {
  const { id } = await payments.createLeadCheckout(checkoutOrder({ amountCents: 1500 }))
  Object.assign(sessionOf(id), { currency: 'jpy' })
  provider.stripe.account.pay(id)
  expect(await payments.checkout(id)).toBeUndefined()
})

test('a checkout whose payment is not confirmed yet is neither open nor paid', async () => {
  const { id } = await payments.createLeadCheckout(checkoutOrder())
  provider.stripe.account.payLater(id)
  expect(await payments.checkout(id)).toMatchObject({ status: 'processing', url: null })
})

test('a wrong key is refused with an error that does not contain the key', async () => {
  const wrong = stripePayments({
    ...SETTINGS,
    secretKey: `${STRIPE_KEY}_wrong`,
    apiBase: new URL(provider.stripe.base),
  })
  const failure = await wrong.checkout('cs_1').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain(STRIPE_KEY)
  expect(String(failure)).toContain('StripeAuthenticationError')
})

test('all invoices of a subscription are read, also when they fill several pages', async () => {
  const order = checkoutOrder()
  const { id } = await payments.createSubscriptionCheckout(order)
  await provider.pay(order, id)
  const { subscriptionId } = (await payments.checkout(id))!
  provider.moveTo(new Date(+provider.now() + 366 * 86_400_000))
  expect((await payments.subscription(subscriptionId!))!.invoices).toHaveLength(13)
})

// rule: subscription-states
test('a renewal that the bank has not decided yet is pending and is not tried again; declined, it has failed', async () => {
  const order = checkoutOrder()
  const { id } = await payments.createSubscriptionCheckout(order)
  await provider.pay(order, id)
  const { subscriptionId } = (await payments.checkout(id))!
  const newest = async () => (await payments.subscription(subscriptionId!))!.invoices.at(-1)!
  provider.stripe.account.isSlow = true
  provider.moveTo(new Date(+provider.now() + 32 * 86_400_000))
  const renewal = await newest()
  expect(renewal).toMatchObject({ status: 'pending', paidAt: null })
  await payments.collect(subscriptionId!, provider.now(), randomUUID())
  expect(await newest()).toEqual(renewal)
  const intent = provider.stripe.account.intents.get(provider.intentOf(renewal.id))!
  Object.assign(intent, { status: 'requires_payment_method' })
  expect(await newest()).toEqual({ ...renewal, status: 'failed' })
  provider.stripe.account.isSlow = false
  await payments.collect(subscriptionId!, provider.now(), randomUUID())
  expect(await newest()).toMatchObject({ id: renewal.id, status: 'paid' })
})
