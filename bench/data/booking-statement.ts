import { sql } from 'kysely'
import type { BookingRequest } from '#contract/bookings/bookings.ts'
import type { Db } from '#server/db/db.ts'
import type { HomeAddress } from '#server/market/homes/copy-home.ts'
import { visitTime } from '#server/bookings/lists/visit-time.ts'

/** The rate of each professional in `bookings-data`. */
const RATE_CENTS = 6500
const TIME_ZONE = 'America/Chicago'
const ANSWER_HOURS = 72

/**
 * One statement that writes all rows of a booking request and checks nothing: the booking, its price, its lead, its
 * event and the job. It is compiled before the measurement.
 */
export function bookingStatement(db: Db, clientId: string, body: BookingRequest & HomeAddress) {
  const now = new Date()
  const { booking_date: date, booking_time: time, estimated_hours: hours } = body
  const { startsAt, endsAt } = visitTime({ date, time, hours, timeZone: TIME_ZONE }, now)
  const expiresAt = new Date(+now + ANSWER_HOURS * 3_600_000)
  const total = hours * RATE_CENTS
  const statement = sql`
    with booking as (
      insert into bookings (
        client_id, professional_id, service_type, cleaning_frequency, booking_date, booking_time, time_zone, starts_at,
        ends_at, address, city, state, zip_code, notes, estimated_hours, hourly_rate_cents, total_cents, created_at,
        expires_at, outside_hours, outside, status, instant, sequence, buffer_minutes, notice_hours, supplies, minimum_hours)
      values (
        ${clientId}::uuid, ${body.professional_id}::uuid, ${body.service_type}, ${body.cleaning_frequency}, ${date}::date,
        ${time}::time, ${TIME_ZONE}, ${startsAt}::timestamptz, ${endsAt}::timestamptz, ${body.address}, ${body.city},
        ${body.state}, ${body.zip_code}, ${body.notes}, ${hours}::smallint, ${RATE_CENTS}::integer, ${total}::integer,
        ${now}::timestamptz, ${expiresAt}::timestamptz, false, '{}', 'pending', false, 0, 0, 24, 'client', 1)
      returning *
    ), line as (
      insert into booking_lines (booking_id, position, kind, rate_cents, minutes, amount_cents)
      select id, 0, 'labour', hourly_rate_cents, ${60 * hours}::smallint, total_cents from booking
    ), lead as (
      insert into leads (professional_id, client_id, source, created_at, waiting_since, client_acted_at)
      select professional_id, client_id, 'booking', created_at, created_at, created_at from booking
      on conflict (professional_id, client_id) do update set
        client_acted_at = greatest(leads.client_acted_at, excluded.client_acted_at),
        return_due_at = null,
        waiting_since = case when leads.opened_at is null then coalesce(leads.waiting_since, excluded.created_at) end
    ), event as (
      insert into events (kind, subject_id, actor_id, at, data)
      select 'booking.requested', id, client_id, created_at, '{}' from booking returning id
    )
    select graphile_worker.add_job('notify-booking', json_build_object('event_id', id::text)) from event`
  const { sql: text, parameters } = statement.compile(db)
  return { name: 'request_booking', text, values: [...parameters] }
}
