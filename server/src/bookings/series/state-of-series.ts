import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { SERIES_STATUS_SQL } from './series.queries.ts'
import type { LockedSeries } from './series.queries.ts'

/** Whether regular visits go on, and their last date if they have one. */
export type StateOfSeries = Pick<LockedSeries, 'status' | 'until'> & {
  /** Whether the booking is the request from which the visits came. */
  requested: boolean
}

/** SQL: the state of the series of a row of the table bookings; null for a single visit. rule: series */
export const STATE_OF_SERIES_SQL: RawBuilder<StateOfSeries | null> = sql`(
  select jsonb_build_object('status', ${SERIES_STATUS_SQL}, 'until', until, 'requested', request_id = bookings.id)
  from series where series.id = bookings.series_id)`
