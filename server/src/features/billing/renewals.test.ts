// rule: renewal-retries, renewal-announced, credits-per-payment
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildProfessional } from '#server/test/build.ts'
import { payAndReturn, leadsStatus } from '#server/test/paying.ts'
import { DAY, PERIOD_END, subscriptionHarness } from '#server/test/subscription-harness.ts'
import { NOW } from '#server/test/booking.ts'
import { runDueJobs } from '#server/worker.ts'

const { harness, renewals, at, status, isListed, events } = subscriptionHarness()

test('the subscription renews each month and brings 5 leads, once a period, whoever triggers the renewal', async () => {
  harness.now = PERIOD_END
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

test('three days before the renewal the professional is notified once', async () => {
  await at(-3.1)
  expect(await events('subscription.renewal_soon')).toBe(0)
  await at(-3)
  await at(-2)
  expect(await events('subscription.renewal_soon')).toBe(1)
})

test('a server that was off for a week renews for the period that has begun, and no lead is lost', async () => {
  await at(8)
  expect(await status()).toMatchObject({
    is_active: true,
    leadCredits: 10,
    period_end: '2027-01-20T16:00:00.000Z',
  })
})

test('a failed renewal begins seven days of grace with retries on days 1, 3, 5 and 7, then the listing ends', async () => {
  harness.server.payments.declines = true
  const attempts = () => harness.server.payments.calls.filter((call) => call === 'collect').length
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
  await runDueJobs(harness.server.context)
  const collected = attempts()
  await at(30)
  expect(attempts()).toBe(collected)
})

test('a process killed at the last failed retry leaves the complete end or nothing, and the next run ends it', async () => {
  harness.server.payments.declines = true
  for (const days of [0, 1, 3, 5]) await at(days)
  const before = await events('payment.failed')
  const { refreshSearchEntries } = harness.server.context
  harness.server.context.refreshSearchEntries = () =>
    Promise.reject(new Error('The process is gone.'))
  await at(7)
  harness.server.context.refreshSearchEntries = refreshSearchEntries
  expect(await status()).toMatchObject({ is_active: true })
  expect(await events('payment.failed')).toBe(before)
  await at(7.1)
  expect(await status()).toMatchObject({ is_active: false })
  expect(await events('payment.failed')).toBe(before + 1)
  expect(await events('subscription.lapsed')).toBe(1)
})

test('a subscription that the provider does not know ends with the paid period', async () => {
  for (const id of ['sub_unknown', null]) {
    const grace = await buildProfessional(harness.server)
    await harness.server.db
      .updateTable('subscriptions')
      // With microseconds, as PostgreSQL's own clock writes them.
      .set({
        provider_subscription_id: id,
        paid_until: sql<Date>`${NOW}::timestamptz + interval '1 day 1 microsecond'`,
      })
      .where('professional_id', '=', grace.id)
      .execute()
    await at(2, NOW)
    expect(await leadsStatus(harness.server, grace)).toMatchObject({ is_active: false })
  }
})

test('a slow provider does not block the worker: the run ends, and the next one continues', async () => {
  const others = await Promise.all(
    [1, 2].map(() => buildProfessional(harness.server, { active: false })),
  )
  for (const other of others) await payAndReturn(harness.server, other, 'subscription')
  harness.server.payments.watch = async () => {
    harness.now = new Date(+harness.now + 4 * 60_000)
  }
  const collected = () => harness.server.payments.calls.filter((call) => call === 'collect').length
  const before = collected()
  await at(0)
  harness.server.payments.watch = undefined
  expect(collected() - before).toBe(1)
  await renewals()
  expect(collected() - before).toBe(3)
})

test('in grace the professional stays subscribed and sees until when; a successful retry ends it', async () => {
  harness.server.payments.declines = true
  await at(0)
  expect(await status()).toMatchObject({
    isSubscribed: true,
    is_active: true,
    grace_until: '2026-12-27T16:00:00.000Z',
    next_grant_at: null,
  })
  harness.server.payments.declines = false
  await at(1)
  expect(await status()).toMatchObject({ is_active: true, grace_until: null, leadCredits: 10 })
})

test('in grace a new subscription replaces the failing one, which ends', async () => {
  harness.server.payments.declines = true
  await at(0)
  harness.server.payments.declines = false
  harness.now = new Date(+harness.now + DAY / 2)
  await payAndReturn(harness.server, harness.professional, 'subscription')
  await runDueJobs(harness.server.context)
  expect(await status()).toMatchObject({ is_active: true, grace_until: null, leadCredits: 10 })
  expect(harness.server.payments.calls.at(-1)).toBe('endNow')
  expect(await events('payment.refunded')).toBe(0)
})
