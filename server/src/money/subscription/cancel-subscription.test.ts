// rule: cancel-at-period-end, subscription-states
import { expect, test } from 'vitest'
import { buildClient } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { payAndReturn } from '#server/test/builders/paying.ts'
import { DAY, PERIOD_END, subscriptionHarness } from '#server/test/harness/subscription-harness.ts'
import { NOW, bookingBody } from '#server/test/builders/booking.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { settleSubscription } from './settle.ts'

const { harness, at, status, isListed, cancel, activate, events } = subscriptionHarness()

test('a subscription that is cancelled in grace ends at once, and nothing is collected later', async () => {
  harness.server.payments.declines = true
  await at(0)
  const answer = await cancel()
  expect(answer).toMatchObject({ status: 200, body: { isSubscribed: false, is_active: false } })
  expect(await status()).toMatchObject({ is_active: false, leadCredits: 5, grace_until: null })
  harness.server.payments.declines = false
  await at(1)
  await at(7)
  expect(await status()).toMatchObject({ is_active: false, leadCredits: 5 })
  expect(await events('payment.paid')).toBe(1)
  expect(await events('subscription.lapsed')).toBe(1)
})

test('a professional who cancels is unsubscribed at once, listed until the paid period ends, and keeps the credits', async () => {
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

test('a professional who cancels can share the profile until the paid period ends', async () => {
  await cancel()
  const share = async () =>
    (await as(harness.server, harness.professional)).get(
      `/api/professional/share-link/${harness.professional.id}`,
    )
  expect(await share()).toMatchObject({ status: 200 })
  await at(0)
  expect(await status()).toMatchObject({ is_active: false, leadCredits: 5 })
  expect(await share()).toMatchObject({ status: 403, body: { code: 'activate_to_share' } })
})

test('after the end a professional can be reached by link and booked while credits are left', async () => {
  await cancel()
  await at(0)
  const book = async () => {
    const client = await buildClient(harness.server)
    const body = bookingBody(client, harness.professional, { booking_date: '2027-01-10' })
    return (await as(harness.server, client)).post('/api/bookings', body)
  }
  for (let credits = 5; credits > 0; credits--) expect((await book()).status).toBe(200)
  expect(await book()).toMatchObject({
    status: 409,
    body: { detail: 'This professional is not accepting bookings right now.' },
  })
  const url = `/api/public/professional/${harness.professional.slug}`
  expect((await visitor(harness.server).get(url)).status).toBe(404)
  await payAndReturn(harness.server, harness.professional, 'lead')
  expect((await visitor(harness.server).get(url)).status).toBe(200)
})

test('subscribing again inside the paid period withdraws the cancellation without a charge', async () => {
  await cancel()
  harness.now = new Date(+NOW + 5 * DAY)
  expect((await activate()).body).toMatchObject({ status: 'already_active' })
  expect(await status()).toMatchObject({
    isSubscribed: true,
    leadCredits: 5,
    period_end: PERIOD_END.toISOString(),
  })
  expect(await events('payment.paid')).toBe(1)
})

test('after the end a professional subscribes again, for five more credits', async () => {
  await cancel()
  await at(3)
  await payAndReturn(harness.server, harness.professional, 'subscription')
  expect(await status()).toMatchObject({
    isSubscribed: true,
    leadCredits: 10,
    subscriptionStartDate: harness.now.toISOString(),
  })
  expect(await isListed()).toBe(true)
})

test('after the provider ended the subscription inside the paid period, nobody pays for it again; a new one is possible when it is over', async () => {
  const { provider_subscription_id: id } = await harness.server.db
    .selectFrom('subscriptions')
    .select('provider_subscription_id')
    .where('professional_id', '=', harness.professional.id)
    .executeTakeFirstOrThrow()
  await harness.server.payments.endNow(id!, 'ended at the provider')
  await settleSubscription(harness.server.context, harness.professional.id, id!)
  expect(await status()).toMatchObject({ is_active: true, cancelled: true })
  expect(await activate()).toMatchObject({ status: 409, body: { code: 'month_paid' } })
  harness.now = new Date(+PERIOD_END - 1)
  expect(await activate()).toMatchObject({ status: 409, body: { code: 'month_paid' } })
  harness.now = PERIOD_END
  await payAndReturn(harness.server, harness.professional, 'subscription')
  await runDueJobs(harness.server.context)
  expect(await status()).toMatchObject({ isSubscribed: true, leadCredits: 10 })
  expect(await events('payment.refunded')).toBe(0)
})
