import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { BookingRequest } from '#contract/bookings.ts'
import type { Db } from '#server/db/db.ts'
import { saveAnswerSql } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { addJobSql } from '#server/queue/queue.ts'
import { saveLeadsSql } from '../billing/leads.ts'
import { reachableSql } from '../billing/subscription.ts'
import type { VisitTime } from './visit-time.ts'

export type NewBooking = Omit<BookingRequest, 'client_id' | 'zip_code' | 'total_amount'> &
  VisitTime & {
    clientId: string
    zip: string
    timeZone: string
    now: Date
    requestsPerHourMax: number
    idempotency: Idempotency | undefined
  }

/** What came of it: a booking when everything is true, else nothing was written. */
type Outcome = {
  reachable: boolean
  offers: boolean
  allowed: boolean
  id: string
  total_cents: number
  /** An instant; as text when it was kept. */
  expires_at: Date | string
}

/** Runs it; undefined if there is no such professional. */
export async function insertBooking(db: Db, wish: NewBooking): Promise<Outcome | undefined> {
  const { rows } = await bookingStatement(wish).execute(db)
  return rows[0]
}

/**
 * One statement for the whole deed, so that either all of it is written or nothing: the professional's facts, then, if they
 * allow it, the booking at her rate, the lead, the event and the job that tells her. No row if there is no such professional.
 */
export function bookingStatement(wish: NewBooking): RawBuilder<Outcome> {
  return sql<Outcome>`/* prepared request_booking */
    with professional as materialized (
      select user_id, hourly_rate_cents, ${reachableSql('professionals.user_id')} and not exists (
          select from blocks where (blocker_id, blocked_id) in
            ((user_id, ${wish.clientId}::uuid), (${wish.clientId}::uuid, user_id))
        ) as reachable,
        ${wish.service_type} = any(services) as offers,
        (select count(*) from (
          select from bookings where client_id = ${wish.clientId}::uuid and created_at > ${wish.now}::timestamptz - interval '1 hour'
          limit ${wish.requestsPerHourMax}
        ) as recent) < ${wish.requestsPerHourMax} as allowed
      from professionals where user_id = ${wish.professional_id}::uuid
    ), booking as (
      insert into bookings (
        client_id, professional_id, service_type, cleaning_frequency, booking_date, booking_time, time_zone, starts_at, ends_at,
        address, city, state, zip_code, notes, estimated_hours, hourly_rate_cents, total_cents, created_at, expires_at)
      select ${wish.clientId}::uuid, user_id, ${wish.service_type}, ${wish.cleaning_frequency}, ${wish.booking_date}::date,
        ${wish.booking_time}::time, ${wish.timeZone}, ${wish.startsAt}::timestamptz, ${wish.endsAt}::timestamptz, ${wish.address},
        ${wish.city}, ${wish.state}, ${wish.zip}, ${wish.notes}, ${wish.estimated_hours}::smallint, hourly_rate_cents,
        hourly_rate_cents * ${wish.estimated_hours}::smallint, ${wish.now}::timestamptz, ${wish.expiresAt}::timestamptz
      from professional where reachable and offers and allowed
      returning id, client_id, professional_id, total_cents, expires_at, created_at
    ), lead as (
      ${saveLeadsSql({ pairs: sql.table('booking'), source: 'booking', at: sql.ref('booking.created_at') })}
    ), event as (
      insert into events (kind, subject_id, actor_id, at)
      select 'booking.requested', id, client_id, created_at from booking
      returning id
    ), kept as (
      ${saveAnswerSql(wish.idempotency, "json_build_object('id', id, 'total_cents', total_cents, 'expires_at', expires_at)", 'booking')}
    ), notice as (
      select ${addJobSql('notify-booking', sql`json_build_object('event_id', event.id::text)`)} as job from event
    )
    select reachable, offers, allowed, booking.id, total_cents, expires_at, (select count(job) from notice) as notices
    from professional left join booking on true`
}
