import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Whether the visit of a row of the table bookings has not begun: `hasBegun` of the contract in SQL. rule:
 * booking-moves
 */
export function notBegunSql(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(bookings.starts_at > ${now}::timestamptz
    and coalesce(bookings.stage, '') not in ('started', 'finished'))`
}
