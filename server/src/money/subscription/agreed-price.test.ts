// rule: prices
import { describe, expect, test } from 'vitest'
import { HARNESSES, buy } from '#server/test/harness/billing-harness.ts'
import { NOW, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { agreeOn, returnFromCheckout } from '#server/test/builders/paying.ts'
import type { TestServer } from '#server/test/server.ts'
import { subscriptionHarness } from '#server/test/harness/subscription-harness.ts'

describe.each(HARNESSES)('with payments by %s', async (_name, open) => {
  test('what the provider charges is stored when a subscription begins', async () => {
    const harness = await open(NOW)
    const { server } = harness
    const professional = await buildProfessional(server, { active: false })
    const { session } = await buy(harness, professional, 'subscription')
    await returnFromCheckout(server, professional, session)
    expect(await planOf(server, professional)).toEqual({ price_cents: 1990, monthly_credits: 5 })
    await harness.close()
  })
})

describe('a professional who subscribed at another price', () => {
  const { harness, status, at, activate } = subscriptionHarness()

  /** Three credits for $14.90 a month. */
  const agreeOnLess = () =>
    agreeOn(harness.server, harness.professional, { priceCents: 1490, credits: 3 })

  test('reads that price on the card, and renews for it with its credits', async () => {
    await agreeOnLess()
    expect(await status()).toMatchObject({ plan: { price: 14.9, credits: 3 }, leadCredits: 5 })
    await at(0)
    expect(await status()).toMatchObject({ plan: { price: 14.9, credits: 3 }, leadCredits: 8 })
    const { server, professional } = harness
    const caller = await as(server, professional)
    const history = await caller.get(`/api/professional/billing-history/${professional.id}`)
    expect(
      history.body.billing_history.map(({ amount_paid }: { amount_paid: number }) => amount_paid),
    ).toEqual([14.9, 19.9])
  })

  // rule: net-hour
  test('pays a third of it for a lead, in what is left of an hour', async () => {
    await agreeOnLess()
    const { server, professional } = harness
    await requestBooking(server, await buildClient(server), professional)
    const caller = await as(server, professional)
    const { body } = await caller.get(`/api/bookings/professional/${professional.id}`)
    expect(body.bookings[0].net_hour.lead_cost).toBe(4.97)
  })

  test('pays the price of today for a new subscription', async () => {
    await agreeOnLess()
    harness.server.payments.declines = true
    for (const days of [0, 1, 3, 5, 7]) await at(days)
    expect(await status()).toMatchObject({ is_active: false, plan: { price: 14.9, credits: 3 } })
    const { body } = await activate()
    const session = String(body.checkout_url).split('/').at(-1)!
    await harness.server.payments.pay(session)
    await returnFromCheckout(harness.server, harness.professional, session)
    expect(await status()).toMatchObject({ plan: { price: 19.9, credits: 5 }, leadCredits: 10 })
  })
})

function planOf(server: TestServer, { id }: { id: string }) {
  return server.db
    .selectFrom('subscriptions')
    .select(['price_cents', 'monthly_credits'])
    .where('professional_id', '=', id)
    .executeTakeFirst()
}
