import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { listedSql } from '../billing/subscription.ts'

type Account = {
  active: boolean
  total_bookings: number
  pending_bookings: number
  booked_cents: number
  completed_cents: number
}

/** Whether the account is paid for, and what its bookings come to; undefined if it has vanished. */
export async function accountOf(db: Db, userId: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select ${sql.raw(listedSql('users.id'))} as active, sums.*
    from users cross join (
      select
        count(*)::int as total_bookings,
        count(*) filter (where status = 'pending')::int as pending_bookings,
        coalesce(sum(total_cents) filter (where status in ('accepted', 'completed')), 0)::float8 as booked_cents,
        coalesce(sum(total_cents) filter (where status = 'completed'), 0)::float8 as completed_cents
      from bookings where professional_id = ${userId}
    ) as sums
    where users.id = ${userId}`.execute(db)
  return rows[0]
}
