import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfessional } from '#server/test/build.ts'
import { paid, returned, statusOf } from '#server/test/paying.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { NOW } from '#server/test/booking.ts'
import { runDueJobs } from '#server/worker.ts'
import { renewSubscriptions } from './renewals.ts'
import { grantByOperator, refundByOperator } from './operator-deeds.ts'

const deed = { reason: 'The site was down on Monday.', doneBy: 'olga' }
let server: TestServer
let now = NOW
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

async function numberOfLatest(professionalId: string): Promise<string> {
  const { number } = await server.db
    .selectFrom('payments')
    .select('number')
    .where('professional_id', '=', professionalId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return number
}

const deeds = () => server.db.selectFrom('operator_deeds').selectAll().orderBy('id').execute()

test('the operator grants credits with a reason, which is kept with the operator’s name', async () => {
  const professional = await buildProfessional(server, { credits: 0 })
  await grantByOperator(server.context, professional.id, 3, deed)
  expect(await statusOf(server, professional)).toMatchObject({ leadCredits: 3, totalLeads: 3 })
  expect((await deeds()).at(-1)).toMatchObject({
    deed: 'grant',
    subject_id: professional.id,
    done_by: 'olga',
    details: { amount: 3, reason: deed.reason },
  })
})

test('a refunded single lead gives the money back once and takes its unspent credit', async () => {
  const professional = await buildProfessional(server, { credits: 0 })
  await paid(server, professional, 'lead')
  const number = await numberOfLatest(professional.id)
  const refunds = () => server.payments.calls.filter((call) => call === 'refund').length
  const before = refunds()
  expect(await refundByOperator(server.context, number, deed)).toBe(true)
  await runDueJobs(server.context)
  expect(await statusOf(server, professional)).toMatchObject({ leadCredits: 0, paidLeads: 1 })
  expect(await refundByOperator(server.context, number, deed)).toBe(false)
  await runDueJobs(server.context)
  expect(refunds() - before).toBe(1)
})

test('a refund that the provider tells before our own job has written it takes the credit and is told, once', async () => {
  const professional = await buildProfessional(server, { credits: 0 })
  const session = await paid(server, professional, 'lead')
  await refundByOperator(server.context, await numberOfLatest(professional.id), deed)
  const { provider_payment_id: id } = await server.db
    .selectFrom('payments')
    .select('provider_payment_id')
    .where('professional_id', '=', professional.id)
    .executeTakeFirstOrThrow()
  await server.payments.refund(id, 'first')
  await Promise.all(Array.from({ length: 10 }, () => returned(server, professional, session)))
  await runDueJobs(server.context)
  expect(await statusOf(server, professional)).toMatchObject({ leadCredits: 0 })
  const told = await server.db
    .selectFrom('events')
    .select('id')
    .where('subject_id', '=', professional.id)
    .where('kind', '=', 'payment.refunded')
    .execute()
  expect(told).toHaveLength(1)
})

test('a refunded month ends the subscription', async () => {
  const professional = await buildProfessional(server, { active: false })
  await paid(server, professional, 'subscription')
  await refundByOperator(server.context, await numberOfLatest(professional.id), deed)
  await runDueJobs(server.context)
  expect(await statusOf(server, professional)).toMatchObject({
    isSubscribed: false,
    is_active: false,
    leadCredits: 0,
  })
})

test('a month that is over, given back, leaves the subscription and the paid month as they are', async () => {
  const professional = await buildProfessional(server, { active: false })
  await paid(server, professional, 'subscription')
  const first = await numberOfLatest(professional.id)
  now = new Date('2026-12-20T16:00:00Z')
  await renewSubscriptions(server.context)
  expect(await refundByOperator(server.context, first, deed)).toBe(true)
  await runDueJobs(server.context)
  now = new Date('2027-01-20T16:00:00Z')
  await renewSubscriptions(server.context)
  expect(await statusOf(server, professional)).toMatchObject({
    isSubscribed: true,
    is_active: true,
    leadCredits: 10,
    period_end: '2027-02-20T16:00:00.000Z',
  })
})
