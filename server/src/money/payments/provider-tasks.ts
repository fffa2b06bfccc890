import { sql } from 'kysely'
import type { UpdateObject } from 'kysely'
import type { Db, Tx } from '#server/db/db.ts'
import type { DB } from '#server/db/types.ts'
import { enqueue } from '#server/queue/queue.ts'
import { runEach } from '#server/queue/run-batches.ts'
import type { Context } from '#server/context.ts'
import { openCase, resolveCaseOf } from '#server/trust/cases/open-case.ts'

/**
 * A task of the provider, which a job of the same name asks for. `subject` is our payment's id or the provider's id.
 */
type ProviderTask = {
  kind: 'refund-payment' | 'end-subscription' | 'delete-customer'
  subject: string
}

/** The job of a task tries for some three days, at the end every 6 hours. After such a pause nothing tries any more. */
const PAUSE_HOURS = 6
const TASKS_PER_RUN = 1000
const ERROR_LENGTH_MAX = 300
/** The failures of a refund after which an operator has a case. */
const FAILURES_OF_CASE = 3

/**
 * Stores what the provider must do and enqueues its job, in the caller's transaction. Safe to repeat.
 * rule: provider-unavailable
 */
export async function orderAtProvider(tx: Db, task: ProviderTask, at: Date): Promise<void> {
  await tx
    .insertInto('provider_tasks')
    .values({ ...task, ordered_at: at })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet({ done_at: null }))
    .execute()
  await enqueueTask(tx, task)
}

/**
 * Runs a task and stores that it is done, or that it failed and why; then it throws, so that the job is retried. A task
 * that nobody stored, from an earlier version, runs all the same. rule: provider-unavailable
 */
export async function runAtProvider(
  { db, clock }: Context,
  { kind, subject }: ProviderTask,
  run: () => Promise<void>,
): Promise<void> {
  const stored = (tx: Tx, changes: UpdateObject<DB, 'provider_tasks'>) =>
    tx
      .updateTable('provider_tasks')
      .set(changes)
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .returning('failures')
      .executeTakeFirst()
  const at = clock.now()
  try {
    await run()
  } catch (error) {
    await db.transaction().execute(async (tx) => {
      const task = await stored(tx, {
        failures: sql`failures + 1`,
        failed_at: at,
        error: String(error).slice(0, ERROR_LENGTH_MAX),
      })
      if (kind === 'refund-payment' && task && task.failures >= FAILURES_OF_CASE)
        await openRefundCase(tx, subject, at)
    })
    throw error
  }
  await db.transaction().execute(async (tx) => {
    await stored(tx, { done_at: at })
    if (kind === 'refund-payment') await resolveRefundCase(tx, subject, at)
  })
}

/** A refund that has failed three times waits for an operator. rule: case-queues */
async function openRefundCase(tx: Tx, paymentId: string, at: Date): Promise<void> {
  const payment = await refundedPayment(tx, paymentId)
  if (!payment) return
  await openCase(tx, {
    queue: 'refunds',
    kind: 'failed_refund',
    subject: { kind: 'payment', id: payment.name, label: payment.name },
    personId: payment.professional_id,
    title: { code: 'refund_failed', params: { payment: payment.name } },
    at,
  })
}

async function resolveRefundCase(tx: Tx, paymentId: string, at: Date): Promise<void> {
  const payment = await refundedPayment(tx, paymentId)
  if (!payment) return
  const subject = { kind: 'payment', id: payment.name } as const
  await resolveCaseOf(tx, 'refunds', subject, { outcome: 'acted', at })
}

function refundedPayment(tx: Tx, id: string) {
  return tx
    .selectFrom('payments')
    .select(['professional_id', sql<string>`'L-' || number`.as('name')])
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * The hourly job 'retry-provider-tasks': enqueues every open task again that nobody has tried for 6 hours, because its
 * job ran out of attempts or is gone. rule: provider-unavailable
 */
export async function retryProviderTasks({ db, clock, log }: Context): Promise<void> {
  const before = new Date(+clock.now() - PAUSE_HOURS * 3_600_000)
  const triedAt = sql<Date>`coalesce(failed_at, ordered_at)`
  const tasks = await db
    .selectFrom('provider_tasks')
    .select(['kind', 'subject'])
    .where('done_at', 'is', null)
    .where(triedAt, '<=', before)
    .orderBy(triedAt)
    .limit(TASKS_PER_RUN)
    .execute()
  await runEach(log, tasks as ProviderTask[], {
    keyOf: ({ kind, subject }) => `${kind} ${subject}`,
    work: (task) => enqueueTask(db, task),
    failed: 'a task at the payment provider has to wait',
  })
}

/** Failed tasks that are not done, oldest first, for the operator. rule: provider-unavailable */
export async function failedProviderTasks(db: Db) {
  const { rows } = await sql<{
    task: string
    subject: string
    invoices: string | null
    ordered_at: Date
    failures: number
    failed_at: Date
    error: string
  }>`
    select kind as task, subject,
      (select string_agg('L-' || number, ' ' order by number) from payments
        where payments.id::text = subject or provider_subscription_id = subject) as invoices,
      ordered_at, failures, failed_at, error
    from provider_tasks where done_at is null and failed_at is not null
    order by ordered_at limit 200`.execute(db)
  return rows
}

/** How many tasks failed and are not done, for the metrics. */
export async function countFailedProviderTasks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('provider_tasks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('done_at', 'is', null)
    .where('failed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The job's key is its task: a waiting or dead job of the same task begins again with all its attempts. */
async function enqueueTask(db: Db, task: ProviderTask): Promise<void> {
  const { kind, subject } = task
  const options = { key: `${kind} ${subject}` }
  if (kind === 'refund-payment') await enqueue(db, kind, { payment_id: subject }, options)
  else if (kind === 'delete-customer') await enqueue(db, kind, { customer_id: subject }, options)
  else await enqueue(db, kind, { subscription_id: subject }, options)
}
