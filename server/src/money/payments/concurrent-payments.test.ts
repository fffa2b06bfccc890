// rule: payment-settled-once, paid-once
import { expect, test } from 'vitest'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { countBillingRows, openCheckout, returnFromCheckout } from '#server/test/builders/paying.ts'
import { checkoutOrder } from '#server/test/providers.ts'
import { subscriptionHarness } from '#server/test/harness/subscription-harness.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'

const { harness, renewals, at, status, cancel, events } = subscriptionHarness()

const sendWebhook = async (
  about: 'checkout' | 'subscription',
  id: string,
  moment = harness.now,
) => {
  const { body, headers } = await harness.server.payments.webhook(about, id, moment)
  const answer = await harness.server.app.inject({
    method: 'POST',
    url: '/api/webhooks/payments',
    payload: body,
    headers,
  })
  return answer.statusCode
}

test.each(['subscription', 'lead'] as const)(
  'ten webhooks, the return and the dashboard at once bring what a %s paid for, once',
  async (kind) => {
    harness.professional = await buildProfessional(harness.server, {
      active: kind === 'lead',
      credits: 0,
    })
    const session = await openCheckout(harness.server, harness.professional, kind)
    await harness.server.payments.pay(session)
    const caller = await as(harness.server, harness.professional)
    const statuses = await Promise.all([
      ...Array.from({ length: 10 }, () => sendWebhook('checkout', session)),
      returnFromCheckout(harness.server, harness.professional, session).then(
        (answer) => answer.status,
      ),
      caller
        .get(
          `/api/professional/dashboard/${harness.professional.id}?process_payment=success&session_id=${session}`,
        )
        .then((answer) => answer.status),
    ])
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await status()).leadCredits).toBe(kind === 'lead' ? 1 : 5)
    expect(await events('payment.paid')).toBe(1)
  },
)

test('the webhook alone settles a payment without a return, and so does the job "renewals" alone', async () => {
  const one = await openCheckout(harness.server, harness.professional, 'lead')
  await harness.server.payments.pay(one)
  expect(await sendWebhook('checkout', one)).toBe(200)
  expect((await status()).leadCredits).toBe(6)
  const two = await openCheckout(harness.server, harness.professional, 'lead')
  await harness.server.payments.pay(two)
  await renewals()
  expect((await status()).leadCredits).toBe(7)
})

test('a payment made while the server was off for a week is found afterwards', async () => {
  const session = await openCheckout(harness.server, harness.professional, 'lead')
  await harness.server.payments.pay(session)
  await at(7, NOW)
  expect((await status()).leadCredits).toBe(6)
})

test('two paid lead checkouts bring two leads; of two paid subscriptions one is refunded and ends', async () => {
  const leads: string[] = []
  for (let count = 0; count < 2; count++) {
    const session = await openCheckout(harness.server, harness.professional, 'lead')
    await harness.server.payments.pay(session)
    leads.push(session)
  }
  await Promise.all(
    leads.map((session) => returnFromCheckout(harness.server, harness.professional, session)),
  )
  expect((await status()).leadCredits).toBe(7)

  harness.professional = await buildProfessional(harness.server, { active: false })
  const sessions = await Promise.all(
    ['one', 'two'].map((key) =>
      harness.server.payments.createSubscriptionCheckout(
        checkoutOrder({ ownerId: harness.professional.id, key: harness.professional.id + key }),
      ),
    ),
  )
  for (const { id } of sessions) await harness.server.payments.pay(id)
  await Promise.all(
    sessions.map(({ id }) => returnFromCheckout(harness.server, harness.professional, id)),
  )
  await runDueJobs(harness.server.context)
  await runDueJobs(harness.server.context)
  expect(await status()).toMatchObject({ leadCredits: 5, is_active: true })
  const rows = await harness.server.db
    .selectFrom('payments')
    .select('status')
    .where('professional_id', '=', harness.professional.id)
    .orderBy('status')
    .execute()
  expect(rows.map((row) => row.status)).toEqual(['paid', 'refunded'])
})

test('a forged, a stale, an unsigned, an unknown and an unpaid event change nothing', async () => {
  const session = await openCheckout(harness.server, harness.professional, 'lead')
  const before = await countBillingRows(harness.server)
  expect(await sendWebhook('checkout', session)).toBe(200)
  expect(await sendWebhook('checkout', 'cs_unknown')).toBe(200)
  expect(await sendWebhook('subscription', 'sub_unknown')).toBe(200)
  await harness.server.payments.pay(session)
  expect(await sendWebhook('checkout', session, new Date(+harness.now - 301_000))).toBe(400)
  const { body, headers } = await harness.server.payments.webhook('checkout', 'cs_other')
  const send = async (payload: string, sent: Record<string, string>) => {
    const answer = await harness.server.app.inject({
      method: 'POST',
      url: '/api/webhooks/payments',
      payload,
      headers: sent,
    })
    return [answer.statusCode, answer.json<{ code: string }>().code]
  }
  expect(await send(body.replace('cs_other', session), headers)).toEqual([400, 'signature_invalid'])
  expect(await send(body, { 'content-type': 'application/json' })).toEqual([
    400,
    'signature_invalid',
  ])
  expect(await send('', {})).toEqual([400, 'signature_invalid'])
  expect(await countBillingRows(harness.server)).toEqual(before)
})

test('a webhook that could not be processed answers 503, and settles when it is sent again', async () => {
  const session = await openCheckout(harness.server, harness.professional, 'lead')
  await harness.server.payments.pay(session)
  harness.server.payments.isDown = true
  expect(await sendWebhook('checkout', session)).toBe(503)
  harness.server.payments.isDown = false
  expect(await sendWebhook('checkout', session)).toBe(200)
  expect((await status()).leadCredits).toBe(6)
})

test('a late answer from before the cancellation does not undo it', async () => {
  const subscription = await harness.server.db
    .selectFrom('subscriptions')
    .select('provider_subscription_id')
    .where('professional_id', '=', harness.professional.id)
    .executeTakeFirstOrThrow()
  await Promise.all([
    ...Array.from({ length: 5 }, () =>
      sendWebhook('subscription', subscription.provider_subscription_id!),
    ),
    cancel(),
    ...Array.from({ length: 5 }, () =>
      sendWebhook('subscription', subscription.provider_subscription_id!),
    ),
  ])
  expect(await status()).toMatchObject({ isSubscribed: false, cancelled: true })
  expect(await events('subscription.cancelled')).toBe(1)
})
