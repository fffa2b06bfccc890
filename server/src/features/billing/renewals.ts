import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { holdMoney, subscriptionOf } from './money.queries.ts'
import type { SubscriptionRow } from './money.queries.ts'
import { recordMoneyEvent, notifyMoneySql } from './money-events.ts'
import { settleCheckout } from './settle.ts'
import { attemptsDue, RETRY_DAYS } from './standing.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Days before a renewal on which she is told of it. */
const NOTICE_DAYS = 3
/** What was paid at a hosted page is looked for that long, also after weeks in which no machine of ours ran. */
const CHECKOUT_DAYS = 60
/** A slow provider does not keep the worker from its other jobs: the rest waits for the next run. */
const RUN_MS_MAX = 5 * 60_000
const ATTEMPTS_MAX = 1 + RETRY_DAYS.length

/**
 * The job 'renewals' (decisions 18–20): announces what will be charged in three days, settles checkouts whose owners never came
 * back, and for every subscription whose paid period is over asks the provider to collect, and writes what came of it: five
 * credits, a day more of grace, or the end. By what is true now, whenever it ran last; two at once do nothing twice.
 */
export async function renewSubscriptions(context: Context): Promise<void> {
  const now = context.clock.now()
  await announceRenewals(context.db, now)
  const deeds = [
    ...(await unsettledCheckouts(context.db, now)).map(
      ({ id }) =>
        () =>
          settleCheckout(context, id),
    ),
    ...(await subscriptionsDue(context.db, now)).map((row) => () => renew(context, row, now)),
  ]
  for (const deed of deeds) {
    if (+context.clock.now() - +now > RUN_MS_MAX) return
    await trying(context, deed)
  }
}

/** What fails with one is tried again at the next run, and keeps nobody else waiting. */
async function trying({ log }: Context, deed: () => Promise<unknown>): Promise<void> {
  try {
    await deed()
  } catch (error) {
    log.warn({ err: error }, 'a renewal has to wait')
  }
}

async function renew(context: Context, row: SubscriptionRow, now: Date): Promise<void> {
  const { professional_id: professionalId, provider_subscription_id: subscriptionId } = row
  if (!subscriptionId) return lapse(context, row, now)
  const due = row.failing_since ? attemptsDue(row.failing_since, now) : 1
  if (row.attempts >= due) return
  const truth = await context.payments.subscription(subscriptionId)
  if (truth?.ownerId !== professionalId) return lapse(context, row, now)
  if (!row.cancel_at_period_end) {
    const key = `renew ${subscriptionId} ${+row.paid_until} ${due}`
    await context.payments.collect(subscriptionId, now, key)
  }
  await syncSubscription(context, professionalId, subscriptionId)
  if (row.status === 'grace') await noteFailure(context, row, due, now)
}

/** Another retry that failed, once; the last one ends the grace. */
async function noteFailure(
  context: Context,
  { professional_id: professionalId, attempts }: SubscriptionRow,
  due: number,
  now: Date,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await holdMoney(tx, professionalId)
    const noted = await tx
      .updateTable('subscriptions')
      .set({ attempts: due })
      .where('professional_id', '=', professionalId)
      .where('status', '=', 'grace')
      .where('attempts', '=', attempts)
      .returning('provider_subscription_id')
      .executeTakeFirst()
    if (!noted) return
    await recordMoneyEvent(tx, {
      kind: 'payment.failed',
      subjectId: professionalId,
      actorId: null,
      at: now,
      data: { attempt: due },
    })
    if (due >= ATTEMPTS_MAX) await writeLapse(context, tx, professionalId, now)
  })
}

/** Ends what nobody can be charged for, unless it was written meanwhile. */
async function lapse(context: Context, row: SubscriptionRow, now: Date): Promise<void> {
  const { professional_id: professionalId, mark } = row
  await context.db.transaction().execute(async (tx) => {
    await holdMoney(tx, professionalId)
    const { mark: latest, status } = (await subscriptionOf(tx, professionalId))!
    if (latest === mark && status !== 'lapsed') await writeLapse(context, tx, professionalId, now)
  })
}

/** She is listed no longer, keeps her credits, and the provider charges no more. */
async function writeLapse(
  context: Context,
  tx: Db,
  professionalId: string,
  now: Date,
): Promise<void> {
  const ended = await tx
    .updateTable('subscriptions')
    .set({ status: 'lapsed', failing_since: null, attempts: 0 })
    .where('professional_id', '=', professionalId)
    .returning('provider_subscription_id')
    .executeTakeFirstOrThrow()
  await recordMoneyEvent(tx, {
    kind: 'subscription.lapsed',
    subjectId: professionalId,
    actorId: null,
    at: now,
  })
  if (ended.provider_subscription_id) {
    await enqueue(tx, 'end-subscription', { subscription_id: ended.provider_subscription_id })
  }
  await context.refreshSearchEntries(tx, [professionalId])
}

async function subscriptionsDue(db: Db, now: Date): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .select(sql<string>`xmin::text`.as('mark'))
    .where('status', '<>', 'lapsed')
    .where('paid_until', '<=', now)
    .orderBy('paid_until')
    .execute()
}

async function unsettledCheckouts(db: Db, now: Date): Promise<{ id: string }[]> {
  return db
    .selectFrom('checkouts')
    .select('id')
    .where('settled_at', 'is', null)
    .where('created_at', '>', new Date(+now - CHECKOUT_DAYS * 86_400_000))
    .execute()
}

/** One event for each period that ends within three days and goes on, in one statement. */
async function announceRenewals(db: Db, now: Date): Promise<void> {
  await sql`
    with announced as (
      update subscriptions set reminded_for = paid_until
      where status = 'active' and not cancel_at_period_end and paid_until > ${now}::timestamptz
        and paid_until <= ${now}::timestamptz + make_interval(days => ${NOTICE_DAYS})
        and reminded_for is distinct from paid_until
      returning professional_id, paid_until
    ), event as (
      insert into events (kind, subject_id, data, at)
      select 'subscription.renewal_soon', professional_id, jsonb_build_object('at', paid_until), ${now}::timestamptz
      from announced returning id
    )
    select ${notifyMoneySql(sql.ref('event.id'))} from event`.execute(db)
}
