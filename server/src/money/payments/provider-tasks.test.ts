// rule: provider-unavailable
import { refundByOperator } from '#server/test/builders/by-operator.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { visitor } from '#server/test/call.ts'
import { payAndReturn } from '#server/test/builders/paying.ts'
import { subscriptionHarness } from '#server/test/harness/subscription-harness.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { emptyQueue, queuedJobs } from '#server/test/queue.ts'
import { failedProviderTasks } from './provider-tasks.ts'
import { lapseSubscription } from '../subscription/subscription.ts'

const HOUR_MS = 3_600_000
/** A millisecond in hours. */
const MS = 1 / HOUR_MS
const { harness } = subscriptionHarness()
afterEach(async () => {
  harness.server.payments.isDown = false
  await runDueJobs(harness.server.context)
  await harness.server.db.deleteFrom('provider_tasks').execute()
})

const why = { reason: 'Asked by letter.', doneBy: 'olga' }
const db = () => harness.server.db
const newestPayment = () =>
  db()
    .selectFrom('payments')
    .selectAll()
    .where('professional_id', '=', harness.professional.id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
const subscriptionId = async () => (await newestPayment()).provider_subscription_id!
/** The job of a task has used its last attempt. */
const useUpAttempts = () =>
  sql`select graphile_worker.permanently_fail_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier in ('refund-payment', 'end-subscription')`.execute(db())
const afterHours = async (hours: number) => {
  harness.now = new Date(+NOW + hours * HOUR_MS)
  await JOBS['retry-provider-tasks'](harness.server.context, {})
  await runDueJobs(harness.server.context)
}
const metric = async () =>
  /^lustra_provider_tasks_failed (.+)$/m.exec(
    String((await visitor(harness.server).get('/metrics')).body),
  )?.[1]

test('a refund that ran out of attempts is tried again six hours after the last one; until it is done the operator and the metric show it', async () => {
  const { number, id } = await newestPayment()
  await refundByOperator(harness.server.context, number, why)
  harness.server.payments.isDown = true
  await expect(JOBS['refund-payment'](harness.server.context, { payment_id: id })).rejects.toThrow(
    'cannot be reached',
  )
  await useUpAttempts()
  harness.server.payments.isDown = false
  await afterHours(6 - MS)
  expect((await newestPayment()).status).toBe('paid')
  expect(await failedProviderTasks(db())).toEqual([
    {
      task: 'refund-payment',
      subject: id,
      invoices: `L-${number}`,
      ordered_at: NOW,
      failures: 1,
      failed_at: NOW,
      error: 'Error: The provider cannot be reached.',
    },
  ])
  expect(await metric()).toBe('1')
  await afterHours(6)
  expect((await newestPayment()).status).toBe('refunded')
  expect(await failedProviderTasks(db())).toEqual([])
  expect(await metric()).toBe('0')
})

test('the end of a subscription that ran out of attempts, or whose job is gone, is tried again', async () => {
  const id = await subscriptionId()
  await db()
    .transaction()
    .execute((tx) => lapseSubscription(tx, harness.professional.id, NOW))
  harness.server.payments.isDown = true
  await expect(
    JOBS['end-subscription'](harness.server.context, { subscription_id: id }),
  ).rejects.toThrow('cannot be reached')
  await useUpAttempts()
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier = 'end-subscription'`.execute(db())
  harness.server.payments.isDown = false
  expect(await failedProviderTasks(db())).toMatchObject([{ task: 'end-subscription', subject: id }])
  await afterHours(6)
  expect((await harness.server.payments.subscription(id))!.status).toBe('ended')
  expect(await failedProviderTasks(db())).toEqual([])
})

test('a task that fails again and again is tried every six hours, with its failures counted, and stops no other', async () => {
  const { id, number, provider_payment_id } = await newestPayment()
  await refundByOperator(harness.server.context, number, why)
  await payAndReturn(harness.server, harness.professional, 'lead')
  const lead = await newestPayment()
  await refundByOperator(harness.server.context, lead.number, why)
  const { refund } = harness.server.payments
  harness.server.payments.refund = (paymentId, key) =>
    paymentId === provider_payment_id
      ? Promise.reject(new Error('No '.repeat(150)))
      : refund(paymentId, key)
  await runDueJobs(harness.server.context)
  for (const hours of [6, 12]) {
    await useUpAttempts()
    await afterHours(hours)
  }
  harness.server.payments.refund = refund
  expect(await failedProviderTasks(db())).toMatchObject([{ subject: id, failures: 3 }])
  const [failed] = await failedProviderTasks(db())
  expect(failed!.error).toHaveLength(300)
  expect((await newestPayment()).status).toBe('refunded')
})

test('a run takes up a thousand tasks, the oldest first, and the operator sees the two hundred oldest', async () => {
  await sql`insert into provider_tasks (kind, subject, ordered_at, failed_at, failures, error)
    select 'delete-customer', 'cus_' || n, ${NOW}::timestamptz + n * interval '1 ms', ${NOW}::timestamptz + n * interval '1 ms',
      1, 'Error' from generate_series(1, 1001) as n`.execute(db())
  const shown = await failedProviderTasks(db())
  expect([shown.length, shown[0]!.subject, shown.at(-1)!.subject]).toEqual([
    200,
    'cus_1',
    'cus_200',
  ])
  harness.now = new Date(+NOW + 7 * HOUR_MS)
  await JOBS['retry-provider-tasks'](harness.server.context, {})
  const jobs = await queuedJobs(db(), 'delete-customer')
  expect([jobs.length, jobs.at(-1)!.payload]).toEqual([1000, { customer_id: 'cus_1000' }])
  await emptyQueue(db())
})
