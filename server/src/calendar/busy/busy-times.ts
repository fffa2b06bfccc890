import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * SQL: the busy times of a professional that end after `from`, and begin before `to` if it is not null, as rows
 * (starts_at, ends_at). The parameters are SQL expressions. rule: busy-times
 */
export function busyTimesSql(
  professionalId: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown> = sql`null`,
): RawBuilder<unknown> {
  return sql`
    select starts_at, ends_at from busy_times
    where professional_id = ${professionalId}::uuid and ends_at > ${from}::timestamptz
      and starts_at < coalesce(${to}::timestamptz, 'infinity')`
}
