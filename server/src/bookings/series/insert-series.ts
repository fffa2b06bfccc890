import { sql } from 'kysely'
import type { SeriesFrequency } from '#contract/calendar/time-rules.ts'
import type { Tx } from '#server/db/db.ts'
import type { VisitPrice } from '#server/market/offer/visit-price.ts'
import type { DateRow } from './series.queries.ts'

/** The terms, and what the first 8 dates are to be, of a series that is requested. */
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

/** Writes a series with its terms and first 8 dates, for the booking that requests it. rule: series-request */
export async function insertSeries(
  tx: Tx,
  { id, firstDate, frequency, time, until, dates }: NewSeries,
  request: SeriesRequest,
  bookingId: string,
): Promise<void> {
  await sql`
    insert into series (id, client_id, professional_id, request_id, service_type, time_zone, address, city, state, zip_code,
      notes, home_id, home_facts, home_rooms, home_parking, until, next_date, created_at, extras, supplies, supplies_cents,
      discount_percent, minimum_hours)
    select ${id}::uuid, client_id, professional_id, id, ${request.service_type}, ${request.timeZone}, ${request.address},
      ${request.city}, ${request.state}, ${request.zip}, ${request.notes}, home_id, home_facts, home_rooms, home_parking,
      ${until}::date, ${firstDate}::date, created_at, ${JSON.stringify(request.price?.extras ?? [])}::jsonb, supplies,
      ${request.price?.suppliesCents ?? null}::integer, ${request.price?.laterPercent ?? 0}::smallint, minimum_hours
    from bookings where id = ${bookingId}::uuid`.execute(tx)
  await sql`
    insert into series_terms (series_id, from_date, first_date, cleaning_frequency, booking_time, estimated_hours, hourly_rate_cents)
    select ${id}::uuid, ${firstDate}::date, ${firstDate}::date, ${frequency}, ${time}::time,
      ${request.estimated_hours}::smallint, hourly_rate_cents
    from bookings where id = ${bookingId}::uuid`.execute(tx)
  await tx
    .insertInto('series_visits')
    .values(
      dates.map((row) => ({
        series_id: id,
        date: row.date,
        status: row.status,
        skipped_by: row.skippedBy,
        moved_date: row.movedDate,
        moved_time: row.movedTime,
      })),
    )
    .execute()
}
