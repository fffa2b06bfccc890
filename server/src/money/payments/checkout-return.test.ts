// rule: checkout-return
import { describe, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import {
  countBillingRows,
  leadsStatus,
  openCheckout,
  payAndReturn,
  returnFromCheckout,
} from '#server/test/builders/paying.ts'
import { inactiveHarness } from '#server/test/harness/subscription-harness.ts'

const { harness } = inactiveHarness()

// rule: checkout-return
describe('GET /payment-success as JSON', () => {
  test('a paid session of the caller is confirmed, and repeating it returns the same answer', async () => {
    const session = await payAndReturn(harness.server, harness.professional, 'subscription')
    const before = await countBillingRows(harness.server)
    expect(await returnFromCheckout(harness.server, harness.professional, session)).toMatchObject({
      status: 200,
      body: { status: 'success', message: expect.any(String) },
    })
    expect(await countBillingRows(harness.server)).toEqual(before)
  })

  test('unknown, made-up and foreign sessions are "Invalid payment parameters", unpaid ones are not completed; nothing changes', async () => {
    const other = await buildProfessional(harness.server, { active: false })
    const session = await openCheckout(harness.server, other, 'subscription')
    const before = await countBillingRows(harness.server)
    for (const invalid of ['cs_nothing', 'undefined', '../secret', "' or 1=1 --", session, '']) {
      expect(
        await returnFromCheckout(harness.server, harness.professional, encodeURIComponent(invalid)),
      ).toMatchObject({
        status: 400,
        body: { detail: 'Invalid payment parameters' },
      })
    }
    expect(await returnFromCheckout(harness.server, other, session)).toMatchObject({
      status: 409,
      body: { detail: 'Payment not completed' },
    })
    await harness.server.payments.pay(session)
    expect((await returnFromCheckout(harness.server, harness.professional, session)).status).toBe(
      400,
    )
    expect(await countBillingRows(harness.server)).toEqual(before)
  })

  test('a visitor has to log in, another person is refused, and nothing happens', async () => {
    const session = await openCheckout(harness.server, harness.professional, 'subscription')
    await harness.server.payments.pay(session)
    const url = `/payment-success?user_id=${harness.professional.id}&session_id=${session}`
    const json = { accept: 'application/json' }
    const other = await buildProfessional(harness.server)
    const before = await countBillingRows(harness.server)
    expect((await visitor(harness.server).get(url, json)).status).toBe(401)
    expect(await (await as(harness.server, other)).get(url, json)).toMatchObject({ status: 403 })
    expect(
      await (await as(harness.server, await buildClient(harness.server))).get(url, json),
    ).toMatchObject({
      status: 403,
    })
    expect(await countBillingRows(harness.server)).toEqual(before)
  })
})

describe('the dashboard with process_payment=success', () => {
  const dashboard = async (person: { id: string }, owner: { id: string }, session: string) =>
    (await as(harness.server, person)).get(
      `/api/professional/dashboard/${owner.id}?process_payment=success&session_id=${session}`,
    )

  // rule: activation
  test('a return from the payment with its session activates the account', async () => {
    const session = await openCheckout(harness.server, harness.professional, 'subscription')
    await harness.server.payments.pay(session)
    expect(
      (await dashboard(harness.professional, harness.professional, session)).body.is_active,
    ).toBe(true)
  })

  // rule: checkout-return
  test('a session that is unpaid, foreign or made up shows the plain dashboard and does nothing', async () => {
    const other = await buildProfessional(harness.server, { active: false })
    const foreign = await openCheckout(harness.server, other, 'subscription')
    await harness.server.payments.pay(foreign)
    const unpaid = await openCheckout(harness.server, harness.professional, 'subscription')
    const before = await countBillingRows(harness.server)
    for (const session of [unpaid, foreign, 'cs_made_up', '%00']) {
      expect(await dashboard(harness.professional, harness.professional, session)).toMatchObject({
        status: 200,
        body: { is_active: false },
      })
    }
    expect((await dashboard(harness.professional, other, foreign)).status).toBe(403)
    expect(await countBillingRows(harness.server)).toEqual(before)
  })
})

// rule: payment-settled-once
test('a checkout that is paid before its invoice brings nothing yet, and is settled later', async () => {
  const session = await openCheckout(harness.server, harness.professional, 'subscription')
  await harness.server.payments.pay(session)
  const { subscription } = harness.server.payments
  harness.server.payments.subscription = async (id) => {
    const subscriptionRead = await subscription(id)
    const invoices = subscriptionRead?.invoices.map((invoice) => ({
      ...invoice,
      status: 'pending' as const,
      paidAt: null,
    }))
    return subscriptionRead && { ...subscriptionRead, invoices: invoices! }
  }
  expect((await returnFromCheckout(harness.server, harness.professional, session)).body.code).toBe(
    'payment_not_completed',
  )
  expect(await leadsStatus(harness.server, harness.professional)).toMatchObject({
    is_active: false,
    leadCredits: 0,
  })
  harness.server.payments.subscription = subscription
  await JOBS.renewals(harness.server.context, {})
  expect(await leadsStatus(harness.server, harness.professional)).toMatchObject({
    is_active: true,
    leadCredits: 5,
  })
})
