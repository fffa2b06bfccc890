import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { busyTimesSql } from './busy-times.ts'
import type { PlannedSeries } from './planned-visits.ts'

/** An interval of instants in milliseconds. */
type Interval = [startsAt: number, endsAt: number]

/** What occupies a professional: accepted visits and latest completed ones with their ZIP, and busy times. */
export type OccupiedTimes = {
  visits: [...Interval, zip: string][]
  busy: Interval[]
  /** The running series, for the visits that are not booked yet. rule: series-visits */
  series: PlannedSeries[]
}

/** Day maxima count the visits of today, also those that are over. No zone's day began earlier than this. */
const HOURS_BACK = 36

/**
 * SQL: the lists of OccupiedTimes of a professional as JSON. `professionalId` is an SQL expression.
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
    series: sql`(
      select coalesce(json_agg(json_build_object(
        'timeZone', time_zone, 'zip', zip_code, 'until', until, 'nextDate', next_date,
        'terms', (
          select json_agg(json_build_object('fromDate', from_date, 'firstDate', first_date,
            'frequency', cleaning_frequency, 'time', to_char(booking_time, 'HH24:MI'), 'hours', estimated_hours) order by from_date)
          from series_terms where series_id = series.id
        ),
        'dates', (
          select coalesce(json_agg(json_build_object('date', date, 'status', series_visits.status, 'movedDate', moved_date,
            'movedTime', to_char(moved_time, 'HH24:MI'))), '[]')
          from series_visits where series_id = series.id and date >= series.next_date
        )
      )), '[]')
      from series where professional_id = ${professionalId} and status = 'active' and next_date is not null
    )`,
  }
}

function ms(column: string) {
  return sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`
}
