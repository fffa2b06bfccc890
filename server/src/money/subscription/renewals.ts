import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { repeatWhileFull } from '#server/queue/run-batches.ts'
import {
  lockAccount,
  postponeRenewal,
  subscriptionOf,
  subscriptionsDue,
  takeCheckoutsToCheck,
} from './billing.queries.ts'
import type { SubscriptionRow } from './billing.queries.ts'
import { expireCheckout } from '../payments/checkout.ts'
import { BULK_PRIORITY } from '#server/queue/queue.ts'
import { notifyMoneySql, recordMoneyEvent } from '../refunds/money-events.ts'
import { settleCheckout, settleSubscription } from './settle.ts'
import {
  attemptsDue,
  isSuspended,
  lapseSubscription,
  RENEWAL_ATTEMPTS_MAX,
} from './subscription.ts'

/** rule: subscription-states */
const NOTICE_DAYS = 3
/** How long after its opening a checkout is still checked for a payment, even if the server was off for weeks. */
const CHECKOUT_DAYS = 60
const CHECKOUTS_PER_RUN = 50
/** Subscriptions that are read or announced together. */
const BATCH_SIZE = 500
const DAY_MS = 86_400_000
/**
 * How long one run may take, so that a slow provider does not block the worker's other jobs. The next run continues,
 * also after the server was stopped.
 */
const RUN_MS_MAX = 5 * 60_000

/**
 * The job 'renewals': announces renewals and asks the provider to collect for every subscription whose paid period is
 * over. Then it settles a batch of the checkouts whose owners did not come back. Depends only on the present state; two
 * runs at once do nothing twice.
 * rules: subscription-states, paid-once, graceful-shutdown
 */
export async function renewSubscriptions(
  context: Context,
  _payload?: unknown,
  size = BATCH_SIZE,
): Promise<void> {
  const { db, clock, shutdown } = context
  const now = clock.now()
  const hasToEnd = () => shutdown.signal.aborted || +clock.now() - +now > RUN_MS_MAX
  await runTask(context, () => repeatWhileFull(size, () => announceRenewals(db, now, size)))
  let after: SubscriptionRow | undefined
  do {
    const due = await subscriptionsDue(db, { now, after, size })
    for (const row of due) {
      if (hasToEnd()) return
      const isDone = await runTask(context, () => renew(context, row, now))
      if (!isDone) await postponeRenewal(db, row.professional_id, now)
    }
    after = due[size - 1]
  } while (after)
  const openedSince = new Date(+now - CHECKOUT_DAYS * DAY_MS)
  const batch = { now, openedSince, limit: CHECKOUTS_PER_RUN }
  for (const { id, replaced } of await takeCheckoutsToCheck(db, batch)) {
    if (hasToEnd()) return
    await runTask(context, () =>
      replaced ? expireCheckout(context, { checkout_id: id }) : settleCheckout(context, id),
    )
  }
}

/** Returns false if the task failed. It is tried again by a later run, and does not stop the others. */
async function runTask({ log }: Context, task: () => Promise<unknown>): Promise<boolean> {
  try {
    await task()
    return true
  } catch (error) {
    log.warn({ err: error }, 'a renewal has to wait')
    return false
  }
}

async function renew(context: Context, row: SubscriptionRow, now: Date): Promise<void> {
  const { professional_id: professionalId, provider_subscription_id: subscriptionId } = row
  if (!subscriptionId) return lapseUnlessChanged(context, row, now)
  const due = row.failing_since ? attemptsDue(row.failing_since, now) : 1
  if (row.attempts >= due) return
  const reported = await context.payments.subscription(subscriptionId)
  if (reported?.ownerId !== professionalId) return lapseUnlessChanged(context, row, now)
  if (!row.cancel_at_period_end && !(await isSuspended(context.db, professionalId))) {
    const key = `renew ${subscriptionId} ${+row.paid_until} ${due}`
    await context.payments.collect(subscriptionId, now, key)
  }
  await settleSubscription(context, professionalId, subscriptionId)
  if (row.status === 'grace') await recordFailedAttempt(context, row, due, now)
}

/** Records another retry that failed, once; after the last one the subscription lapses. rule: subscription-states */
async function recordFailedAttempt(
  context: Context,
  { professional_id: professionalId, attempts }: SubscriptionRow,
  due: number,
  now: Date,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockAccount(tx, professionalId)
    const recorded = await tx
      .updateTable('subscriptions')
      .set({ attempts: due })
      .where('professional_id', '=', professionalId)
      .where('status', '=', 'grace')
      .where('attempts', '=', attempts)
      .returning('professional_id')
      .executeTakeFirst()
    if (!recorded) return
    await recordMoneyEvent(tx, {
      kind: 'payment.failed',
      subjectId: professionalId,
      actorId: null,
      at: now,
      data: { attempt: due },
    })
    if (due >= RENEWAL_ATTEMPTS_MAX) await lapseSubscription(tx, professionalId, now)
  })
}

/** Marks a subscription as lapsed that the provider does not know, unless it was written in the meantime. */
async function lapseUnlessChanged(
  context: Context,
  { professional_id: professionalId, version }: SubscriptionRow,
  now: Date,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockAccount(tx, professionalId)
    const current = (await subscriptionOf(tx, professionalId))!
    if (current.version === version && current.status !== 'lapsed') {
      await lapseSubscription(tx, professionalId, now)
    }
  })
}

/**
 * One event for each paid period that ends within three days and renews: of `size` of them, in one statement. Returns
 * of how many. rule: subscription-states
 */
async function announceRenewals(db: Db, now: Date, size: number): Promise<number> {
  const isDue = sql`status = 'active' and not cancel_at_period_end and paid_until > ${now}::timestamptz
    and paid_until <= ${now}::timestamptz + make_interval(days => ${NOTICE_DAYS})
    and reminded_for is distinct from paid_until`
  const { rows } = await sql`
    with announced as (
      update subscriptions set reminded_for = paid_until
      where ${isDue} and professional_id = any(array(
        select professional_id from subscriptions where ${isDue} order by 1 limit ${size}))
      returning professional_id, paid_until
    ), event as (
      insert into events (kind, subject_id, data, at)
      select 'subscription.renewal_soon', professional_id, jsonb_build_object('at', paid_until), ${now}::timestamptz
      from announced returning id
    )
    select ${notifyMoneySql(sql.ref('event.id'), BULK_PRIORITY)} from event`.execute(db)
  return rows.length
}
