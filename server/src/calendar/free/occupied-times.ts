import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { busyTimesSql } from '../busy/busy-times.ts'
import type { Span } from '../plan/hours-of-days.ts'
import type { PlannedSeries } from './planned-visits.ts'

/** An interval of instants in milliseconds. */
type Interval = [startsAt: number, endsAt: number]

/**
 * The times that occupy a professional: accepted visits with their ZIP, and busy times. The latest completed visits are
 * in it too: such a visit is over, perhaps early, and counts for the limits of its day alone.
 */
export type OccupiedTimes = {
  visits: [...Interval, zip: string, isOver?: boolean][]
  /** Begin and end of each, as PostgreSQL sends instants; null: none. `busySpans` reads them. */
  busy: Buffer | null
  /** The running series, for the visits that are not booked yet. rule: series */
  series: PlannedSeries[]
}

/** A booking that is left out of account, if it is this client's; null: whoever's. */
export type MovedBooking = { movedId: string | null; clientId: string | null }

/** The time for which free times are asked for. `to` null: all coming days. */
export type AskedRange = { from: Date; to: Date | null }

/**
 * Day maxima count all visits of an own day, also those that are over, and no zone's day begins or ends further away
 * than this. It is also longer than a visit with the pause after it.
 */
const HOURS_AROUND = 36

/**
 * SQL: the columns of OccupiedTimes of a professional. `professionalId` is an SQL expression. The
 * moved booking is left out of account. Free times and search by time read what occupies a professional here and
 * nowhere else. rule: free-times
 */
export function occupiedTimesSql(
  professionalId: RawBuilder<unknown>,
  { from: first, to: last }: AskedRange,
  { movedId, clientId }: MovedBooking = { movedId: null, clientId: null },
): Record<keyof OccupiedTimes, RawBuilder<unknown>> {
  const from = sql`(${first}::timestamptz - make_interval(hours => ${HOURS_AROUND}))`
  const to = sql`(${last}::timestamptz + make_interval(hours => ${HOURS_AROUND}))`
  const moved = sql`(
    select id from bookings where id = ${movedId}::uuid and client_id = coalesce(${clientId}::uuid, client_id)
  )`
  return {
    visits: sql`(
      select coalesce(json_agg(json_build_array(${ms('starts_at')}, ${ms('ends_at')}, zip_code, is_over)), '[]')
      from (
        select starts_at, ends_at, zip_code, false as is_over from bookings
        where professional_id = ${professionalId} and status = 'accepted' and id is distinct from ${moved}
          -- In the words of the exclusion constraint, so that its index is read.
          and tstzrange(starts_at, blocked_until) && tstzrange(${from}, ${to})
        union all
        select starts_at, ends_at, zip_code, true from bookings
        where professional_id = ${professionalId} and status = 'completed' and ends_at > ${from}
          and starts_at < coalesce(${to}, 'infinity')
      ) as taken
    )`,
    busy: sql`(
      -- There can be a thousand of them. As JSON they take the database twice as long.
      select string_agg(timestamptz_send(starts_at) || timestamptz_send(ends_at), '')
      from (${busyTimesSql(professionalId, from, to)}) as busy
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

/** Milliseconds since 1970. extract() takes twice as long. */
function ms(column: string) {
  return sql`floor(date_part('epoch', ${sql.ref(column)}) * 1000)::bigint`
}

/** PostgreSQL sends an instant in 8 bytes: the microseconds since then. */
const FIRST_INSTANT_MS = Date.UTC(2000, 0, 1)
const INSTANT_BYTES = 8

/** The busy times of OccupiedTimes. */
export function busySpans(busy: Buffer | null): Span[] {
  const spans: Span[] = []
  if (!busy) return spans
  for (let at = 0; at < busy.length; at += 2 * INSTANT_BYTES) {
    spans.push({ startsAt: instantAt(busy, at), endsAt: instantAt(busy, at + INSTANT_BYTES) })
  }
  return spans
}

/** Two halves: a bigint for each of a thousand instants takes longer. */
function instantAt(bytes: Buffer, at: number): number {
  const microseconds = bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4)
  return FIRST_INSTANT_MS + Math.floor(microseconds / 1000)
}
