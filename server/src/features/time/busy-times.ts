import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * SQL: the busy times of a professional that end after `from`, as rows (starts_at, ends_at). Both parameters are SQL
 * expressions. No table has such times, so there are none.
 */
export function busyTimesSql(
  professionalId: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select ${from}::timestamptz as starts_at, ${from}::timestamptz as ends_at
    where ${professionalId}::uuid is null`
}
