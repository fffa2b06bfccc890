import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildProfessional } from '#server/test/builders/build.ts'
import { payAndReturn, leadsStatus } from '#server/test/builders/paying.ts'
import { checkoutOrder } from '#server/test/providers.ts'
import { DAY, PERIOD_END, subscriptionHarness } from '#server/test/harness/subscription-harness.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { renewSubscriptions } from './renewals.ts'
import { poison } from '#server/test/poison.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'

/** A second in days. */
const SECOND = 1 / 86_400

const { harness, renewals, at, status, isListed, events } = subscriptionHarness()

// rule: credit-ledger
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

// rule: subscription-states
test('three days before the renewal the professional is notified once', async () => {
  await at(-3 - SECOND)
  expect(await events('subscription.renewal_soon')).toBe(0)
  await at(-3)
  expect(await events('subscription.renewal_soon')).toBe(1)
  await at(-2)
  expect(await events('subscription.renewal_soon')).toBe(1)
})

// rule: credit-ledger
test('a server that was off for a week renews for the period that has begun, and no lead is lost', async () => {
  await at(8)
  expect(await status()).toMatchObject({
    is_active: true,
    leadCredits: 10,
    period_end: '2027-01-20T16:00:00.000Z',
  })
})

// rule: subscription-states
test('a failed renewal begins seven days of grace with retries on days 1, 3, 5 and 7, then the listing ends', async () => {
  harness.server.payments.declines = true
  const attempts = () => harness.server.payments.calls.filter((call) => call === 'collect').length
  const before = attempts()
  const tried: number[] = []
  // Each six hours, and a second before.
  for (let hours = 0; hours <= 7 * 24; hours += 6) {
    for (const days of hours === 0 ? [0] : [hours / 24 - SECOND, hours / 24]) {
      const earlier = attempts()
      await at(days)
      if (attempts() > earlier) tried.push(days)
      expect(await isListed()).toBe(days < 7)
    }
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

// rule: subscription-states
test('a process killed at the last failed retry leaves the complete end or nothing, and the next run ends it', async () => {
  harness.server.payments.declines = true
  for (const days of [0, 1, 3, 5]) await at(days)
  const before = await events('payment.failed')
  const isGone = sql`old.professional_id = ${sql.lit(harness.professional.id)}::uuid`
  const comesBack = await poison(harness.server.db, 'delete', 'search_entries', isGone)
  await at(7)
  await comesBack()
  expect(await status()).toMatchObject({ is_active: true })
  expect(await events('payment.failed')).toBe(before)
  await at(7.1)
  expect(await status()).toMatchObject({ is_active: false })
  expect(await events('payment.failed')).toBe(before + 1)
  expect(await events('subscription.lapsed')).toBe(1)
})

// rule: subscription-states
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

// rule: subscription-states
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

// rule: subscription-states
test('a run ends after five minutes, to the millisecond', async () => {
  const { server } = harness
  const collected = () => server.payments.calls.filter((call) => call === 'collect').length
  for (const [ms, renewed] of [
    [5 * 60_000, 2],
    [5 * 60_000 + 1, 1],
  ] as const) {
    for (const name of ['one', 'two']) {
      const other = await buildProfessional(server, { active: false, full_name: name })
      await payAndReturn(server, other, 'subscription')
    }
    await server.db
      .updateTable('subscriptions')
      .set({ status: 'lapsed' })
      .where('professional_id', '=', harness.professional.id)
      .execute()
    harness.now = PERIOD_END
    const before = collected()
    server.payments.watch = async () => {
      harness.now = new Date(+PERIOD_END + ms)
    }
    await renewals()
    server.payments.watch = undefined
    expect(collected() - before).toBe(renewed)
    harness.now = NOW
    await server.db.updateTable('subscriptions').set({ status: 'lapsed' }).execute()
  }
})

// rule: subscription-states
// rule: graceful-shutdown
test('a server that stops renews the subscription it is at, and the next start the others', async () => {
  const { server } = harness
  const other = await buildProfessional(server, { active: false })
  await payAndReturn(server, other, 'subscription')
  harness.now = PERIOD_END
  const collected = () => server.payments.calls.filter((call) => call === 'collect').length
  const before = collected()
  const shutdown = new AbortController()
  server.payments.watch = async () => shutdown.abort()
  await renewSubscriptions({ ...server.context, shutdown })
  server.payments.watch = undefined
  expect(collected() - before).toBe(1)
  await renewals()
  expect(collected() - before).toBe(2)
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

// rule: subscription-states
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

// rule: subscription-states
test('a renewal is charged before sixty open checkouts are looked at, however slow the provider is', async () => {
  await openLeads(60)
  harness.server.payments.watch = async () => {
    harness.now = new Date(+harness.now + 60_000)
  }
  const before = harness.server.payments.calls.length
  await at(0)
  harness.server.payments.watch = undefined
  expect(harness.server.payments.calls.slice(before, before + 3)).toContain('collect')
  expect(await status()).toMatchObject({ is_active: true, leadCredits: 10 })
})

// rule: paid-once
test('a run looks at fifty open checkouts at most, and at each again after 10, 20, 40 minutes up to 6 hours', async () => {
  const [first] = await openLeads(60)
  const reads = async () => {
    const before = harness.server.payments.calls.length
    await renewals()
    return harness.server.payments.calls.slice(before).filter((call) => call === 'checkout').length
  }
  expect(await reads()).toBe(50)
  expect(await reads()).toBe(10)
  expect(await reads()).toBe(0)
  await harness.server.db
    .updateTable('checkouts')
    .set({ settled_at: harness.now })
    .where('id', '<>', first!)
    .execute()
  const waits: number[] = []
  for (let minutes = 10; minutes <= 1500; minutes += 10) {
    harness.now = new Date(+NOW + minutes * 60_000)
    if ((await reads()) > 0) waits.push(minutes - waits.reduce((sum, wait) => sum + wait, 0))
  }
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 360, 360])
  const lastRead = waits.reduce((sum, wait) => sum + wait, 0)
  harness.now = new Date(+NOW + (lastRead + 360) * 60_000 - 1)
  expect(await reads()).toBe(0)
  harness.now = new Date(+NOW + (lastRead + 360) * 60_000)
  expect(await reads()).toBe(1)
})

// rule: subscription-states
test('a renewal whose attempt fails again and again does not keep the others from theirs', async () => {
  const other = await buildProfessional(harness.server, { active: false })
  await payAndReturn(harness.server, other, 'subscription')
  const { provider_subscription_id: poison } = await harness.server.db
    .selectFrom('subscriptions')
    .select('provider_subscription_id')
    .where('professional_id', '=', harness.professional.id)
    .executeTakeFirstOrThrow()
  await harness.server.db
    .updateTable('subscriptions')
    .set({ paid_until: new Date(+PERIOD_END - 1000) })
    .where('provider_subscription_id', '=', poison)
    .execute()
  const { subscription } = harness.server.payments
  harness.server.payments.subscription = async (id) => {
    if (id !== poison) return subscription(id)
    harness.now = new Date(+harness.now + 6 * 60_000)
    throw new Error('This subscription cannot be read.')
  }
  await at(0)
  await renewals()
  harness.server.payments.subscription = subscription
  expect(await leadsStatus(harness.server, other)).toMatchObject({ leadCredits: 10 })
  expect(await status()).toMatchObject({ leadCredits: 5 })
  await renewals()
  expect(await status()).toMatchObject({ leadCredits: 10 })
})

// rule: paid-once
test('an open checkout is looked at until 60 days after it was opened', async () => {
  const [one, two] = await openLeads(2)
  const last = new Date(+NOW + 60 * DAY)
  const dueAgain = { checks: 0, check_at: NOW }
  const checksOf = async (id: string) =>
    (
      await harness.server.db
        .selectFrom('checkouts')
        .select('checks')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).checks
  await harness.server.db
    .updateTable('checkouts')
    .set({ settled_at: NOW })
    .where('id', '=', two!)
    .execute()
  harness.now = new Date(+last - 1)
  await renewals()
  expect(await checksOf(one!)).toBe(1)
  await harness.server.db
    .updateTable('checkouts')
    .set({ ...dueAgain, settled_at: null })
    .where('id', '=', two!)
    .execute()
  harness.now = last
  await renewals()
  expect(await checksOf(two!)).toBe(0)
})

/** Opens `count` lead checkouts at the provider, and settles all others; returns their ids, oldest first. */
async function openLeads(count: number): Promise<string[]> {
  await harness.server.db
    .updateTable('checkouts')
    .set({ settled_at: harness.now })
    .where('settled_at', 'is', null)
    .execute()
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const order = checkoutOrder({ ownerId: harness.professional.id, amountCents: 1500 })
    const { id } = await harness.server.payments.createLeadCheckout(order)
    ids.push(id)
  }
  const facts = { professional_id: harness.professional.id, kind: 'lead' }
  const now = harness.now
  await harness.server.db
    .insertInto('checkouts')
    .values(
      ids.map((id, n) => ({ id, ...facts, created_at: now, check_at: new Date(+now + n - 60) })),
    )
    .execute()
  return ids
}

// rule: subscription-states
test('of more subscriptions than one batch each is announced, and each renewal is tried once', async () => {
  const { server } = harness
  const others = await Promise.all([1, 2].map(() => buildProfessional(server, { active: false })))
  for (const other of others) await payAndReturn(server, other, 'subscription')
  const ids = [harness.professional, ...others].map(({ id }) => id)
  const everybodys = async (kind: string) => {
    const all = server.db.selectFrom('events').select('id').where('kind', '=', kind)
    return (await all.where('subject_id', 'in', ids).execute()).length
  }
  const inBatchesOfOne = () => renewSubscriptions(server.context, undefined, 1)
  harness.now = new Date(+PERIOD_END - 3 * DAY)
  await inBatchesOfOne()
  expect(await everybodys('subscription.renewal_soon')).toBe(3)

  harness.now = PERIOD_END
  const { subscription } = server.payments
  const read: string[] = []
  server.payments.subscription = async (id) => {
    read.push(id)
    if (read.length === 1) throw new Error('This subscription cannot be read.')
    return subscription(id)
  }
  await inBatchesOfOne()
  server.payments.subscription = subscription
  const [failed, ...renewed] = [...new Set(read)]
  expect([renewed.length, read.filter((id) => id === failed).length]).toEqual([2, 1])
  expect(await everybodys('payment.paid')).toBe(5)
})
