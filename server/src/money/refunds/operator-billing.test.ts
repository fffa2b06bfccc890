// rule: refunds
import { grantByOperator, refundByOperator } from '#server/test/builders/by-operator.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#server/test/audit.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { payAndReturn, returnFromCheckout, leadsStatus } from '#server/test/builders/paying.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { renewSubscriptions } from '../subscription/renewals.ts'

const why = { reason: 'The site was down on Monday.', doneBy: 'olga' }
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

const actions = () => auditEntries(server)

test('the operator grants credits with a reason, which is stored with the operator’s name', async () => {
  const professional = await buildProfessional(server, { credits: 0 })
  await grantByOperator(server.context, professional.id, 3, why)
  expect(await leadsStatus(server, professional)).toMatchObject({ leadCredits: 3, totalLeads: 3 })
  expect((await actions()).at(-1)).toMatchObject({
    action: 'credits',
    subject_id: professional.id,
    operator: 'olga',
    after: { amount: 3 },
    note: why.reason,
  })
})

test('the refund of a single lead happens once and takes its unspent credit back', async () => {
  const professional = await buildProfessional(server, { credits: 0 })
  await payAndReturn(server, professional, 'lead')
  const number = await numberOfLatest(professional.id)
  const refunds = () => server.payments.calls.filter((call) => call === 'refund').length
  const before = refunds()
  expect(await refundByOperator(server.context, number, why)).toBeTypeOf('string')
  await runDueJobs(server.context)
  expect(await leadsStatus(server, professional)).toMatchObject({ leadCredits: 0, paidLeads: 1 })
  expect(await refundByOperator(server.context, number, why)).toBeUndefined()
  await runDueJobs(server.context)
  expect(refunds() - before).toBe(1)
})

test('a refund that the provider reports before our job has recorded it takes the credit back and notifies, once', async () => {
  const professional = await buildProfessional(server, { credits: 0 })
  const session = await payAndReturn(server, professional, 'lead')
  await refundByOperator(server.context, await numberOfLatest(professional.id), why)
  const { provider_payment_id: id } = await server.db
    .selectFrom('payments')
    .select('provider_payment_id')
    .where('professional_id', '=', professional.id)
    .executeTakeFirstOrThrow()
  await server.payments.refund(id, 'first')
  await Promise.all(
    Array.from({ length: 10 }, () => returnFromCheckout(server, professional, session)),
  )
  await runDueJobs(server.context)
  expect(await leadsStatus(server, professional)).toMatchObject({ leadCredits: 0 })
  const events = await server.db
    .selectFrom('events')
    .select('id')
    .where('subject_id', '=', professional.id)
    .where('kind', '=', 'payment.refunded')
    .execute()
  expect(events).toHaveLength(1)
})

test('a refunded month ends the subscription', async () => {
  const professional = await buildProfessional(server, { active: false })
  await payAndReturn(server, professional, 'subscription')
  await refundByOperator(server.context, await numberOfLatest(professional.id), why)
  await runDueJobs(server.context)
  expect(await leadsStatus(server, professional)).toMatchObject({
    isSubscribed: false,
    is_active: false,
    leadCredits: 0,
  })
})

test('the refund of a month that is over leaves the subscription and the paid month as they are', async () => {
  const professional = await buildProfessional(server, { active: false })
  await payAndReturn(server, professional, 'subscription')
  const first = await numberOfLatest(professional.id)
  now = new Date('2026-12-20T16:00:00Z')
  await renewSubscriptions(server.context)
  expect(await refundByOperator(server.context, first, why)).toBeTypeOf('string')
  await runDueJobs(server.context)
  now = new Date('2027-01-20T16:00:00Z')
  await renewSubscriptions(server.context)
  expect(await leadsStatus(server, professional)).toMatchObject({
    isSubscribed: true,
    is_active: true,
    leadCredits: 10,
    period_end: '2027-02-20T16:00:00.000Z',
  })
})
