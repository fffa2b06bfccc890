import { sql } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import type { Context } from '#server/context.ts'

const BATCH_SIZE = 500

/** Whether a row of home_access has values that no coming visit needs. */
export function isUnusedSql(now: Date) {
  return sql`exists (select from access_values where access_values.home_id = home_access.home_id)
    and not ${hasComingVisitSql(now)}`
}

function hasComingVisitSql(now: Date) {
  return sql`exists (
    select from bookings where bookings.home_id = home_access.home_id
      and bookings.status in ('pending', 'accepted') and bookings.ends_at >= ${now}::timestamptz)`
}

/**
 * Part of the job 'forget-visits': erases the values whose client was told 30 days ago that they go. A look or a change
 * since then has kept them: it takes the mark away, and the lock of the row decides between both. So does a coming
 * visit: after it the client is told again. rule: access-log
 */
export async function eraseUnusedAccess({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await sql`
    update home_access set warned_at = null
    where warned_at is not null and used_at < ${now}::timestamptz - make_interval(months => ${RETENTION.unused_access_months})
      and ${hasComingVisitSql(now)}`.execute(db)
  for (;;) {
    const { numAffectedRows } = await sql`
      with forgotten as (
        update home_access set warned_at = null, changed_at = ${now}
        where home_id = any(array(
          select home_id from home_access
          where warned_at < ${now}::timestamptz - make_interval(days => ${RETENTION.unused_access_days}) and ${isUnusedSql(now)}
          limit ${BATCH_SIZE}))
          and warned_at < ${now}::timestamptz - make_interval(days => ${RETENTION.unused_access_days})
        returning home_id
      )
      delete from access_values where home_id in (select home_id from forgotten)`.execute(db)
    if (!numAffectedRows) return
  }
}
