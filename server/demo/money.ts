import { sql } from 'kysely'
import { LEADS_PER_MONTH, SUBSCRIPTION_PRICE } from '#contract/money/money-rules.ts'
import type { Db } from '#server/db/db.ts'
import { PERIOD_KEY_SQL } from '#server/money/leads/ledger.ts'

/**
 * Writes the payments of active professionals, and every credit: one to four months, five credits each, and one spent
 * on every lead that is open. At one instant, gained credits come before spent ones: the order is that of the ledger's
 * columns at, professional_id and kind.
 */
export async function writeMoney(db: Db, now: Date, shortId: string): Promise<void> {
  await sql`
    update subscriptions set started_at = began, paid_until = began + make_interval(months => months),
      provider_subscription_id = 'sub_demo_' || professional_id, customer_id = 'cus_demo_' || professional_id
    from (
      select user_id, months,
        greatest(created_at, ${now}::timestamptz - make_interval(months => months) + days * interval '1 day') as began
      from professionals, lateral (
        select case when created_at > ${now}::timestamptz - interval '4 months' then 1
          else 1 + get_byte(uuid_send(user_id), 15) % 4 end as months, 4 + get_byte(uuid_send(user_id), 14) % 24 as days
      ) as chance
    ) as story
    where subscriptions.professional_id = story.user_id`.execute(db)
  await sql`
    with fifth as (
      select created_at - interval '1 hour' as began from leads where professional_id = ${shortId}
      order by created_at desc offset ${LEADS_PER_MONTH} limit 1
    )
    update subscriptions set started_at = began, paid_until = began + interval '1 month'
    from fifth where professional_id = ${shortId}`.execute(db)
  await sql`
    update leads set opened_at = null, waiting_since = created_at, openings = 0
    where professional_id = ${shortId}
      and created_at = (select max(created_at) from leads where professional_id = ${shortId})`.execute(
    db,
  )
  await sql`
    insert into payments (
      professional_id, kind, provider, provider_payment_id, provider_subscription_id, amount_cents, status, billed_to,
      period_start, period_end, created_at, paid_at)
    select professional_id, 'subscription', 'simulated', format('in_demo_%s_%s', professional_id, month),
      provider_subscription_id, ${Math.round(SUBSCRIPTION_PRICE * 100)}, 'paid', full_name, began,
      started_at + make_interval(months => month + 1), began, began
    from subscriptions join professionals on user_id = professional_id,
      generate_series(0, 3) as month, lateral (select started_at + make_interval(months => month) as began) as period
    where began < paid_until and began <= ${now}::timestamptz
    order by began, professional_id`.execute(db)
  await writeSimulated(db)
  await sql`
    insert into lead_ledger (professional_id, kind, amount, reason, key, client_id, payment_id, at)
    select professional_id, 'granted', ${LEADS_PER_MONTH}::integer,
      case when period_start = started_at then 'activation' else 'renewal' end,
      ${PERIOD_KEY_SQL}, null::uuid, payments.id, paid_at
    from payments join subscriptions using (professional_id)
    union all
    select professional_id, 'spent', -1, 'first_contact', format('spent %s %s 1', professional_id, client_id), client_id,
      null, created_at
    from leads join subscriptions using (professional_id)
    where opened_at >= started_at
    order by 8, 1, 2`.execute(db)
}

/** Writes the same to the tables of the simulated provider, so that subscriptions renew and can be cancelled. */
async function writeSimulated(db: Db): Promise<void> {
  await sql`
    insert into simulated_subscriptions (id, owner_id, customer_id, amount_cents)
    select provider_subscription_id, professional_id, customer_id, ${Math.round(SUBSCRIPTION_PRICE * 100)}
    from subscriptions where provider_subscription_id is not null`.execute(db)
  await sql`
    insert into simulated_payments (
      id, subscription_id, amount_cents, status, created_at, paid_at, period_start, period_end)
    select provider_payment_id, provider_subscription_id, amount_cents, status, created_at, paid_at, period_start, period_end
    from payments`.execute(db)
}
