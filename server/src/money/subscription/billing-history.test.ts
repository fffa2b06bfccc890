// rule: billing-history
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { payAndReturn, returnFromCheckout } from '#server/test/builders/paying.ts'
import { DAY, PERIOD_END, subscriptionHarness } from '#server/test/harness/subscription-harness.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { settleSubscription } from './settle.ts'

const { harness, at } = subscriptionHarness()

test('invoices are numbered one after another, however often the provider is asked', async () => {
  const { provider_subscription_id: id } = await harness.server.db
    .selectFrom('subscriptions')
    .select('provider_subscription_id')
    .where('professional_id', '=', harness.professional.id)
    .executeTakeFirstOrThrow()
  await settleSubscription(harness.server.context, harness.professional.id, id!)
  await settleSubscription(harness.server.context, harness.professional.id, id!)
  const session = await payAndReturn(harness.server, harness.professional, 'lead')
  await returnFromCheckout(harness.server, harness.professional, session)
  await payAndReturn(harness.server, harness.professional, 'lead')
  const caller = await as(harness.server, harness.professional)
  const { body } = await caller.get(`/api/professional/billing-history/${harness.professional.id}`)
  const [last, lead, first] = body.billing_history.map(({ invoice_id }: { invoice_id: string }) =>
    Number(invoice_id.slice(2)),
  )
  expect([lead - first, last - lead]).toEqual([1, 1])
})

test('billing history has an item per payment, newest first, in dollars, with totals and a table', async () => {
  harness.now = new Date(+NOW + DAY)
  await payAndReturn(harness.server, harness.professional, 'lead')
  await at(0)
  const caller = await as(harness.server, harness.professional)
  const url = `/api/professional/billing-history/${harness.professional.id}`
  const { body } = await caller.get(url)
  expect(
    body.billing_history.map(
      ({ description, amount_paid, status: paidOr }: Record<string, unknown>) => [
        description,
        amount_paid,
        paidOr,
      ],
    ),
  ).toEqual([
    ['Monthly subscription', 19.9, 'paid'],
    ['Single lead', 15, 'paid'],
    ['Monthly subscription', 19.9, 'paid'],
  ])
  expect(body.totals).toEqual([{ year: 2026, amount_paid: 54.8 }])
  const [renewal] = body.billing_history
  expect(renewal).toMatchObject({
    period_start: PERIOD_END.toISOString(),
    period_end: '2027-01-20T16:00:00.000Z',
    invoice_url: `/invoices/${renewal.invoice_id}`,
  })
  const invoice = `/api/professional/invoices/${renewal.invoice_id}`
  expect((await caller.get(invoice)).body.invoice).toMatchObject({
    amount_paid: 19.9,
    seller: 'Lustra',
  })
  const other = await as(harness.server, await buildProfessional(harness.server))
  for (const wrong of [
    invoice,
    '/api/professional/invoices/L-999999',
    '/api/professional/invoices/x',
  ]) {
    expect((await other.get(wrong)).status).toBe(404)
  }
  const table = await caller.get(`${url}/csv`)
  expect(table.headers['content-type']).toMatch(/^text\/csv/)
  expect(String(table.body).split('\r\n')).toHaveLength(5)
  expect(table.body).toMatch(/^\uFEFF"invoice_id","date",/)
  expect(table.body).toContain('"19.90","paid"')
})

test('the list has the newest 500 payments, the totals and the table have all', async () => {
  const ana = await buildProfessional(harness.server)
  await sql`insert into payments (professional_id, kind, status, provider, provider_payment_id, amount_cents, refunded_cents,
      billed_to, created_at, paid_at)
    select ${ana.id}::uuid, 'lead', 'paid', 'simulated', 'pay_' || n, 1500, case n when 1 then 500 else 0 end,
      'Ana', at, at
    from generate_series(1, 501) as n, lateral (select timestamptz '2025-12-31T23:00:00Z' + n * interval '1 hour') as paid (at)`.execute(
    harness.server.db,
  )
  const caller = await as(harness.server, ana)
  const url = `/api/professional/billing-history/${ana.id}`
  const { body } = await caller.get(url)
  expect(body.has_older).toBe(true)
  expect(body.billing_history).toHaveLength(500)
  expect(body.totals).toEqual([{ year: 2026, amount_paid: 7510 }])
  expect(String((await caller.get(`${url}/csv`)).body).split('\r\n')).toHaveLength(503)
})
