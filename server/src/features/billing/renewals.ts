import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { World } from '#server/world.ts'
import { holdMoney, subscriptionOf } from './money.queries.ts'
import type { SubscriptionRow } from './money.queries.ts'
import { recordNews, TELL_OF_EVENT } from './record-news.ts'
import { settleCheckout } from './settle.ts'
import { attemptsDue, RETRY_DAYS } from './standing.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Days before a renewal on which she is told of it. */
const NOTICE_DAYS = 3
/** A hosted page is open for a day; what it brought is known soon after. */
const CHECKOUT_DAYS = 3
const ATTEMPTS_MAX = 1 + RETRY_DAYS.length

/**
 * The job 'renewals' (decisions 18–20): announces what will be charged in three days, settles checkouts whose owners never came
 * back, and for every subscription whose paid period is over asks the provider to collect, and writes what came of it: five
 * credits, a day more of grace, or the end. By what is true now, whenever it ran last; two at once do nothing twice.
 */
export async function renewSubscriptions(world: World): Promise<void> {
  const now = world.clock.now()
  await announceRenewals(world.db, now)
  for (const { id } of await unsettledCheckouts(world.db, now)) {
    await trying(world, () => settleCheckout(world, id))
  }
  for (const row of await subscriptionsDue(world.db, now)) {
    await trying(world, () => renew(world, row, now))
  }
}

/** What fails with one is tried again at the next run, and keeps nobody else waiting. */
async function trying({ log }: World, deed: () => Promise<unknown>): Promise<void> {
  try {
    await deed()
  } catch (error) {
    log.warn({ err: error }, 'a renewal has to wait')
  }
}

async function renew(world: World, row: SubscriptionRow, now: Date): Promise<void> {
  const { professional_id: professionalId, provider_subscription_id: subscriptionId } = row
  if (!subscriptionId) return lapse(world, row, now)
  const due = row.failing_since ? attemptsDue(row.failing_since, now) : 1
  if (row.attempts >= due) return
  if (!row.cancel_at_period_end) {
    const key = `renew ${subscriptionId} ${+row.paid_until} ${due}`
    await world.payments.collect(subscriptionId, now, key)
  }
  if (!(await syncSubscription(world, professionalId, subscriptionId))) {
    return lapse(world, row, now)
  }
  if (row.status === 'grace') await noteFailure(world, row, due, now)
}

/** Another retry that failed, once; the last one ends the grace. */
async function noteFailure(
  world: World,
  { professional_id: professionalId, attempts }: SubscriptionRow,
  due: number,
  now: Date,
): Promise<void> {
  const failed = await world.db.transaction().execute(async (tx) => {
    await holdMoney(tx, professionalId)
    const row = await tx
      .updateTable('subscriptions')
      .set({ attempts: due })
      .where('professional_id', '=', professionalId)
      .where('status', '=', 'grace')
      .where('attempts', '=', attempts)
      .returning('provider_subscription_id')
      .executeTakeFirst()
    if (!row) return false
    await recordNews(tx, {
      kind: 'payment.failed',
      subjectId: professionalId,
      actorId: null,
      at: now,
      data: { attempt: due },
    })
    return true
  })
  const row = await subscriptionOf(world.db, professionalId)
  if (failed && row && due >= ATTEMPTS_MAX) await lapse(world, row, now)
}

/** Ends what is not paid: she is listed no longer, keeps her credits, and the provider charges no more. */
async function lapse(world: World, row: SubscriptionRow, now: Date): Promise<void> {
  await world.db.transaction().execute(async (tx) => {
    await holdMoney(tx, row.professional_id)
    const ended = await tx
      .updateTable('subscriptions')
      .set({ status: 'lapsed', failing_since: null, attempts: 0 })
      .where('professional_id', '=', row.professional_id)
      .where('status', '<>', 'lapsed')
      .where('paid_until', '=', row.paid_until)
      .returning('provider_subscription_id')
      .executeTakeFirst()
    if (!ended) return
    await recordNews(tx, {
      kind: 'subscription.lapsed',
      subjectId: row.professional_id,
      actorId: null,
      at: now,
    })
    if (ended.provider_subscription_id) {
      await enqueue(tx, 'end-subscription', { subscription_id: ended.provider_subscription_id })
    }
    await world.refreshSearchEntries(tx, [row.professional_id])
  })
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
    select ${sql.raw(TELL_OF_EVENT)} from event`.execute(db)
}
