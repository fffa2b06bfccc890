import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { SeriesFrequency } from '#contract/time-rules.ts'
import type { VisitPrice } from '../offer/visit-price.ts'
import type { DateRow } from './series.queries.ts'

/** The terms, and what the first 8 dates are to be, of a series that is requested. A part of the booking statement. */
export type NewSeries = {
  id: string
  firstDate: string
  frequency: SeriesFrequency
  /** The time of the series; the first visit may have another one. */
  time: string
  until: string | null
  dates: DateRow[]
}

type SeriesRequest = {
  address: string
  city: string
  state: string
  zip: string
  notes: string
  timeZone: string
  service_type: string
  estimated_hours: number
  price: VisitPrice | null
}

/** Writes a series with the booking that requests it: `booking` has that row. Returns `id`. rule: series-request */
export function insertSeriesSql(
  { id, firstDate, until }: NewSeries,
  request: SeriesRequest,
  booking: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`insert into series (id, client_id, professional_id, request_id, service_type, time_zone, address, city, state, zip_code,
        notes, home_id, home_facts, home_rooms, home_parking, until, next_date, created_at, extras, supplies, supplies_cents,
        discount_percent, minimum_hours)
      select ${id}::uuid, client_id, professional_id, id, ${request.service_type}, ${request.timeZone}, ${request.address},
        ${request.city}, ${request.state}, ${request.zip}, ${request.notes}, home_id, home_facts, home_rooms, home_parking, ${until}::date, ${firstDate}::date, created_at,
        ${JSON.stringify(request.price?.extras ?? [])}::jsonb, supplies, ${request.price?.suppliesCents ?? null}::integer,
        ${request.price?.laterPercent ?? 0}::smallint, minimum_hours
      from ${booking} returning id`
}

/** Writes the terms of a new series from its first date on. Returns `series_id`. */
export function insertSeriesTermsSql(
  { id, firstDate, frequency, time }: NewSeries,
  { estimated_hours }: SeriesRequest,
  booking: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`insert into series_terms (series_id, from_date, first_date, cleaning_frequency, booking_time, estimated_hours, hourly_rate_cents)
      select ${id}::uuid, ${firstDate}::date, ${firstDate}::date, ${frequency}, ${time}::time, ${estimated_hours}::smallint,
        hourly_rate_cents from ${booking} returning series_id`
}

/** Writes what the first 8 dates of a new series are to be. Returns `series_id`. */
export function insertSeriesDatesSql(
  { id, dates }: NewSeries,
  booking: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`insert into series_visits (series_id, date, status, skipped_by, moved_date, moved_time)
      select ${id}::uuid, date, status, skipped_by, moved_date, moved_time
      from ${booking}, jsonb_to_recordset(${JSON.stringify(
        dates.map((row) => ({
          date: row.date,
          status: row.status,
          skipped_by: row.skippedBy,
          moved_date: row.movedDate,
          moved_time: row.movedTime,
        })),
      )}::jsonb) as row (date date, status text, skipped_by text, moved_date date, moved_time time) returning series_id`
}
