import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Subscription } from '#server/outside/payments/payments.ts'
import type { Standing } from './standing.ts'

/** Writes how her subscription stands, unless it is written like that already. */
export async function writeStanding(
  tx: Db,
  { id, ownerId, customerId }: Subscription,
  { status, startedAt, paidUntil, cancelAtPeriodEnd, failingSince, attempts }: Standing,
): Promise<void> {
  await sql`
    insert into subscriptions as kept (
      professional_id, provider_subscription_id, customer_id, status, started_at, paid_until, cancel_at_period_end,
      failing_since, attempts)
    values (
      ${ownerId}, ${id}, ${customerId}, ${status}, ${startedAt}, ${paidUntil}, ${cancelAtPeriodEnd}, ${failingSince},
      ${attempts})
    on conflict (professional_id) do update set
      provider_subscription_id = excluded.provider_subscription_id, customer_id = excluded.customer_id,
      status = excluded.status, started_at = excluded.started_at, paid_until = excluded.paid_until,
      cancel_at_period_end = excluded.cancel_at_period_end, failing_since = excluded.failing_since, attempts = excluded.attempts
    where (kept.provider_subscription_id, kept.customer_id, kept.status, kept.started_at, kept.paid_until,
        kept.cancel_at_period_end, kept.failing_since, kept.attempts)
      is distinct from (excluded.provider_subscription_id, excluded.customer_id, excluded.status, excluded.started_at,
        excluded.paid_until, excluded.cancel_at_period_end, excluded.failing_since, excluded.attempts)`.execute(
    tx,
  )
}
