import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { busyTimesSql } from './busy-times.ts'

/** An interval of instants in milliseconds. */
type Interval = [startsAt: number, endsAt: number]

/** What occupies a professional: accepted visits and latest completed ones with their ZIP, and busy times. */
export type OccupiedTimes = {
  visits: [...Interval, zip: string][]
  busy: Interval[]
}

/** Day maxima count the visits of today, also those that are over. No zone's day began earlier than this. */
const HOURS_BACK = 36

/**
 * SQL: the two lists of OccupiedTimes of a professional as JSON. `professionalId` is an SQL expression.
 * The booking `movedId` is left out of account. Free times and
 * search by time read what occupies a professional here and nowhere else. rule: free-times
 */
export function occupiedTimesSql(
  professionalId: RawBuilder<unknown>,
  now: Date,
  movedId: string | null = null,
): Record<keyof OccupiedTimes, RawBuilder<unknown>> {
  const from = sql`(${now}::timestamptz - make_interval(hours => ${HOURS_BACK}))`
  return {
    visits: sql`(
      select coalesce(json_agg(json_build_array(${ms('starts_at')}, ${ms('ends_at')}, zip_code)), '[]')
      from (
        select starts_at, ends_at, zip_code from bookings
        where professional_id = ${professionalId} and status = 'accepted' and id is distinct from ${movedId}::uuid
          -- In the words of the exclusion constraint, so that its index is read.
          and tstzrange(starts_at, blocked_until) && tstzrange(${from}, null)
        union all
        select starts_at, ends_at, zip_code from bookings
        where professional_id = ${professionalId} and status = 'completed' and ends_at > ${from}
      ) as taken
    )`,
    busy: sql`(
      select coalesce(json_agg(json_build_array(${ms('starts_at')}, ${ms('ends_at')})), '[]')
      from (${busyTimesSql(professionalId, from)}) as busy
    )`,
  }
}

function ms(column: string) {
  return sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`
}
