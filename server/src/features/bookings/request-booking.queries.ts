import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { sumCents } from '#contract/booking-price.ts'
import type { BookingRequest } from '#contract/bookings.ts'
import type { ServiceType } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { saveAnswerSql } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import type { notifyBookingSides } from '#server/live/notify-sides.ts'
import { addJobSql } from '#server/queue/queue.ts'
import { lockClientSql } from '../billing/lead-limits.ts'
import type { Hold } from '../billing/holds.ts'
import { saveLeadsSql } from '../billing/leads.ts'
import type { Pair } from '../billing/leads.ts'
import { reachableSql } from '../billing/subscription.ts'
import { hasBlockSql } from '../identity/blocked-pair.ts'
import { lockHomeSql } from '../homes/copy-home.ts'
import type { HomeAddress, HomeCopy } from '../homes/copy-home.ts'
import { activePeopleSql, lockPeopleSql } from '../identity/lock-people.ts'
import {
  insertSeriesDatesSql,
  insertSeriesSql,
  insertSeriesTermsSql,
} from '../series/insert-series.ts'
import type { NewSeries } from '../series/insert-series.ts'
import { insertLinesSql } from '../offer/booking-lines.ts'
import type { Offer } from '../offer/load-offer.ts'
import type { VisitPrice } from '../offer/visit-price.ts'
import { acceptanceLockSql } from '../time/lock-acceptances.ts'
import { ownZoneSql } from '../time/own-zone.ts'
import type { VisitCheck } from '../time/visit-check.ts'
import type { VisitTime } from './visit-time.ts'

export type NewBooking = Omit<
  BookingRequest,
  | 'client_id'
  | 'home_id'
  | keyof HomeAddress
  | 'total_amount'
  | 'instant'
  | 'series'
  | 'extras'
  | 'supplies'
> &
  VisitTime & {
    clientId: string
    address: string
    city: string
    state: string
    zip: string
    /** What it copies of a saved home; null without one. rule: home-of-booking */
    copy: HomeCopy | null
    /** The place ids of the ZIP and of its city: a professional who has one of them as an area serves the home. */
    placeIds: number[]
    timeZone: string
    now: Date
    requestsPerHourMax: number
    /** What the time means for stated hours; null: not checked yet. rule: outside-hours */
    check: Pick<VisitCheck, 'isInside' | 'outside'> | null
    /** Whether it must be checked also without stated hours, because the client wants it at once. */
    isInstantOnly: boolean
    /** The rules that a visit keeps which is accepted at once; null: a request. rule: instant-booking */
    instantTerms: VisitCheck['terms'] | null
    /** The regular visits that it asks for: then it must be checked too. rule: series-request */
    series: NewSeries | undefined
    /** An SQL expression: the seconds after which the client may begin a lead with this professional; null: now. */
    pairWait: RawBuilder<number | null>
    /** An SQL expression: how the request is held; 'too_many': it may not be made. rule: held-starts */
    hold: RawBuilder<Hold | 'too_many' | null>
    /** An SQL expression: whether a new pair is screened. It counts the pair. rule: screened-contacts */
    isScreened: RawBuilder<boolean>
    idempotency: Idempotency | undefined
    /** The version of the offer that was read, and the rate of the profile. */
    offer: Pick<Offer, 'version' | 'profileRateCents'>
    /** Null: the offer has no such price, and nothing is written. */
    price: VisitPrice | null
    /** The price of each later visit of a series; null without one. rule: series-price */
    laterCents: number | null
  }

/**
 * The results of the checks, and the booking. If a check failed, nothing was written, and `id`, `total_cents` and
 * `expires_at` are null.
 */
export type RequestResult = {
  /** False if the client's account was deleted while this request was in flight. */
  signed_in: boolean
  reachable: boolean
  offers: boolean
  offers_frequency: boolean
  serves: boolean
  /** Whether rate and offer are still those of which the price was made. */
  price_current: boolean
  /** The hours of the professional's shortest visit. */
  min_hours: number
  long_enough: boolean
  /** The date before which this client cannot book a visit; null: they can. */
  paused_until: string | null
  /**
   * Whether the time must still be checked before anything is written. It must if the professional has stated hours, if
   * the client wants it at once only, or if it is the first of regular visits.
   */
  needs_check: boolean
  /** Whether requests for other times are refused. */
  only_inside_hours: boolean
  /** Whether the professional takes instant bookings of some clients. */
  takes_instant: boolean
  /** After how many seconds the client may book again; null: now. */
  booking_wait: number | null
  /** After how many seconds the client may begin a new lead; null: now. */
  pair_wait: number | null
  /** The earlier booking of the same request; then nothing was written. rule: booking-same-request */
  same: SameRequest | null
  /** How the booking is held, or that the client has to prove their address first. */
  hold: Hold | 'too_many' | null
  id: string
  total_cents: number
  /** A Date, or an ISO 8601 text if it comes from a saved answer. */
  expires_at: Date | string
  /** Whether it was accepted at once. Answers that were saved before there were instant bookings have no value. */
  instant?: boolean | null
  /** Of each later visit of a series. Undefined in an answer that was saved before it was part of it. */
  later_cents?: number | null
  /** Undefined in an answer that was saved before there were series. */
  series_id?: string | null
  /** How it is held; null: it is not. Undefined in an answer that was saved before there were holds. */
  held?: Hold | null
}

/** What the checks of the professional decide. */
export type CheckedRequest = Omit<
  RequestResult,
  | 'booking_wait'
  | 'pair_wait'
  | 'id'
  | 'total_cents'
  | 'later_cents'
  | 'expires_at'
  | 'instant'
  | 'series_id'
  | 'hold'
  | 'held'
  | 'same'
>

/** Of a booking that is not accepted yet; its acceptance writes the professional's. */
const NOTICE_HOURS = 24

/** A repeat answers the price of the later visits as it was, whatever the series costs since. rule: idempotency-key */
const savedAnswerSql = ({ laterCents }: NewBooking) =>
  sql`json_build_object('id', id, 'total_cents', total_cents, 'later_cents', ${laterCents}::integer, 'expires_at', expires_at, 'instant', instant, 'series_id', series_id, 'held', held)`

/**
 * Takes the locks of a visit that is booked at once, in the order of every command that accepts one: both accounts, the
 * client, the professional. Each step reads the one before it, so that the order holds.
 */
export async function lockInstantBooking(
  tx: Db,
  { clientId, professionalId }: Pair,
): Promise<void> {
  await sql`
    with people as materialized (
      ${lockPeopleSql(clientId, professionalId)}
    ), client as materialized (
      select ${lockClientSql(clientId)} from (select count(*) from people) as people_locked
    )
    select ${acceptanceLockSql(sql`${professionalId}::uuid`)} from (select count(*) from client) as client_locked`.execute(
    tx,
  )
}

/**
 * The results of the checks of the professional alone, for a request whose time must be checked before it can be
 * written. Returns undefined if the professional does not exist.
 */
export async function checkBooking(
  db: Db,
  request: NewBooking,
): Promise<CheckedRequest | undefined> {
  const { rows } = await sql<CheckedRequest>`
    with people as materialized (
      ${activePeopleSql(request.clientId, request.professional_id)}
    )
    ${checkProfessionalSql(request)}`.execute(db)
  return rows[0]
}

type BookedVisit = Parameters<typeof notifyBookingSides>[1] & {
  starts_at: Date
  time_zone: string
  city: string
  service_type: ServiceType
  estimated_hours: number
  home_id: string | null
}

/** The visit of a booking as it is stored, and its sides as live events need them. */
export async function bookedVisit(db: Db, bookingId: string) {
  const { rows } = await sql<BookedVisit>`
    select client_id, professional_id, conversation_id, bookings.held, starts_at, time_zone, bookings.city,
      service_type, estimated_hours, home_id
    from bookings join leads using (client_id, professional_id) where bookings.id = ${bookingId}::uuid`.execute(
    db,
  )
  const { client_id, professional_id, conversation_id, held, ...visit } = rows[0]!
  return { sides: { client_id, professional_id, conversation_id, held }, visit }
}

/** A booking that the client asked for before. `repeated`: this request wrote nothing. */
export type SameRequest = Pick<
  RequestResult,
  'id' | 'total_cents' | 'later_cents' | 'expires_at' | 'instant' | 'series_id' | 'held'
> & { status: 'pending' | 'accepted'; repeated: true }

/** The booking that the client asked for before, if there is one. rule: booking-same-request */
export async function findSameRequest(
  db: Db,
  request: NewBooking,
): Promise<SameRequest | undefined> {
  const { rows } = await sql<{ same: SameRequest }>`
    with ${sameStepsSql(request)}
    select same from same`.execute(db)
  return rows[0]?.same
}

/**
 * Runs `bookingStatement` after the locks that it needs, as a statement of its own: so of two requests of a client the
 * second sees what the first one wrote. Returns undefined if the professional does not exist.
 * rule: booking-same-request
 */
export async function insertOnce(db: Db, request: NewBooking): Promise<RequestResult | undefined> {
  const { clientId, professional_id } = request
  const locks = sql`
    with people as materialized (
      ${lockPeopleSql(clientId, professional_id)}
    )
    select ${lockClientSql(clientId)} from (select count(*) from people) as people_locked`
  return db.transaction().execute(async (tx) => {
    await locks.execute(tx)
    return insertBooking(tx, request)
  })
}

/** Runs `bookingStatement` in a transaction that has its locks. Undefined as above. */
export async function insertBooking(
  tx: Db,
  request: NewBooking,
): Promise<RequestResult | undefined> {
  const { rows } = await bookingStatement(request).execute(tx)
  return rows[0]
}

/**
 * The statement that writes a booking request, or a visit that is booked at once: everything or nothing, in one round
 * trip. Each step reads the rows of the steps above it. Triggers spend a credit for the new lead (`leads_open_new`) and
 * write the booking's message (`events_of_bookings`). The last select also returns the results of the checks, so that
 * the caller knows why nothing was written. It returns no row for an unknown professional. rule: booking-request
 */
export function bookingStatement(request: NewBooking): RawBuilder<RequestResult> {
  const name = request.series ? 'request_series' : 'request_booking'
  return sql<RequestResult>`/* ${sql.raw(`prepared ${name}`)} */
    with people as materialized (
      ${lockPeopleSql(request.clientId, request.professional_id)}
    ), professional as materialized (
      ${checkProfessionalSql(request)}
    ), ${sameStepsSql(request)}, allowance as materialized (
      ${checkLimitsSql(request, sql.table('professional'))}
    ), home as materialized (
      ${lockHomeSql(request.clientId, request.copy)}
    ), booking as (
      ${insertBookingSql(request, { professional: sql.table('professional'), allowance: sql.table('allowance') })}
    ), lines as (
      ${insertLinesSql(sql.table('booking'), request.price?.lines ?? [])}
    ), lead as (
      ${saveLeadsSql({ pairs: sql.table('booking'), source: 'booking', at: sql.ref('booking.created_at'), held: sql.ref('booking.held') })}
    ), event as (
      insert into events (kind, subject_id, actor_id, at, data)
      select 'booking.requested', id, client_id, created_at, '{}'::jsonb from booking where held is null
      union all
      select 'booking.accepted', id, professional_id, created_at, '{"instant": true}' from booking where instant
      returning id, kind
    ), saved_answer as (
      ${saveAnswerSql(request.idempotency, { answer: savedAnswerSql(request), from: sql.table('booking') })}
    ), ${request.series ? seriesStepsSql(request.series, request) : sql``}notify_job as (
      select ${addJobSql('notify-booking', sql`json_build_object('event_id', event.id::text)`)} as job
      from event where kind = ${request.instantTerms ? 'booking.accepted' : 'booking.requested'}
    )
    -- PostgreSQL runs 'notify_job' only because its rows are counted here.
    select signed_in, reachable, offers, offers_frequency, serves, price_current, min_hours, long_enough, paused_until, needs_check, only_inside_hours, takes_instant, booking_wait, pair_wait, hold, booking.id, total_cents, ${request.laterCents}::integer as later_cents, expires_at, instant, series_id, held, (select same from same) as same, (select count(job) from notify_job) as notify_jobs
    from professional left join allowance on true left join booking on true`
}

/**
 * The step `same`: the booking by which this client asked this professional for the same before, as JSON, while it
 * waits or was booked at once. It is the same in what, when, where and the words. And the step that saves it as the
 * answer to the key of this request. rule: booking-same-request
 */
function sameStepsSql(request: NewBooking) {
  const { price, series, laterCents } = request
  const extras = (price?.lines ?? []).flatMap((line) => (line.kind === 'extra' ? [line.extra] : []))
  return sql`same as materialized (
      select jsonb_build_object('id', id, 'status', status, 'total_cents', total_cents, 'later_cents', ${laterCents}::integer, 'expires_at', expires_at, 'instant', instant, 'series_id', series_id, 'held', held, 'repeated', true) as same
      from bookings
      where client_id = ${request.clientId}::uuid and professional_id = ${request.professional_id}::uuid
        and (status = 'pending' and expires_at > ${request.now}::timestamptz or status = 'accepted' and instant)
        and starts_at = ${request.startsAt}::timestamptz and estimated_hours = ${request.estimated_hours}::smallint
        and service_type = ${request.service_type} and cleaning_frequency = ${request.cleaning_frequency}
        and zip_code = ${request.zip} and lower(address) = lower(${request.address}) and notes = ${request.notes}
        and supplies = ${price?.supplies ?? null} and home_id is not distinct from ${request.copy?.id ?? null}::uuid
        and series_date is not distinct from ${series?.firstDate ?? null}::date
        and (series_id is null or exists (
          select from series
          where series.id = series_id and until is not distinct from ${series?.until ?? null}::date))
        and (select coalesce(array_agg(extra order by extra), '{}') from booking_lines
          where booking_id = bookings.id and kind = 'extra') = ${extras.toSorted()}::text[]
      order by created_at limit 1
    ), same_answer as (
      ${saveAnswerSql(request.idempotency, { answer: sql.ref('same'), from: sql.table('same') })}
    )`
}

/** The steps that write the series which the booking requests. */
const seriesStepsSql = (series: NewSeries, request: NewBooking) =>
  sql`series_row as (
      ${insertSeriesSql(series, request, sql.table('booking'))}
    ), series_terms_row as (
      ${insertSeriesTermsSql(series, request, sql.table('booking'))}
    ), series_dates as (
      ${insertSeriesDatesSql(series, sql.table('booking'))}
    ), `

/**
 * The checks of the professional.
 * rule: booking-reachable, booking-served, visit-rules, paused-clients, outside-hours, deletion-waits
 */
function checkProfessionalSql({
  professional_id,
  clientId,
  service_type,
  cleaning_frequency,
  zip,
  placeIds,
  estimated_hours,
  startsAt,
  check,
  isInstantOnly,
  series,
  offer,
  price,
}: NewBooking) {
  const minHours = sql`greatest(coalesce(min_hours, 1), ${price?.minimumHours ?? 1}::smallint)`
  return sql`
      select
        user_id,
        hourly_rate_cents = ${offer.profileRateCents}::integer
          and coalesce((select version from offers where offers.professional_id = user_id), 0) = ${offer.version}::integer
          as price_current,
        exists (select from people where id = ${clientId}::uuid) as signed_in,
        exists (select from people where id = user_id) and ${reachableSql('professionals.user_id')} and not ${hasBlockSql(sql.ref('user_id'), sql`${clientId}::uuid`)} as reachable,
        ${service_type} = any(services) as offers,
        ${cleaning_frequency} = any(frequencies) as offers_frequency,
        exists (
          select from professional_areas
          where professional_areas.professional_id = user_id and place_id = any(${placeIds}::integer[])
        ) or exists (
          select from bookings as earlier
          where earlier.professional_id = user_id and earlier.client_id = ${clientId}::uuid
            and earlier.zip_code = ${zip} and earlier.status in ('accepted', 'completed')
        ) as serves,
        ${minHours} as min_hours,
        ${estimated_hours}::smallint >= ${minHours} as long_enough,
        case when paused_until is not null
          and (${startsAt}::timestamptz at time zone ${ownZoneSql(sql.ref('user_id'), sql.ref('base_zip'))})::date < paused_until
          and not exists (
            select from bookings as earlier
            where earlier.professional_id = user_id and earlier.client_id = ${clientId}::uuid
              and earlier.status in ('accepted', 'completed')
          ) then paused_until::text end as paused_until,
        (coalesce(stated, false) or ${isInstantOnly || series !== undefined}::boolean) and ${check === null}::boolean as needs_check,
        coalesce(only_inside_hours, false) as only_inside_hours,
        coalesce(instant_booking, 'off') <> 'off' as takes_instant
      from professionals left join professional_times on professional_times.professional_id = user_id
      where user_id = ${professional_id}::uuid`
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/** The seconds after which the client may send the request; null: now. rule: booking-rate-limit, contact-limits */
export async function waitOfRequest(
  db: Db,
  {
    clientId,
    now,
    requestsPerHourMax,
    pairWait,
  }: Pick<NewBooking, 'clientId' | 'now' | 'requestsPerHourMax' | 'pairWait'>,
): Promise<number | null> {
  const { rows } = await sql<{ wait: number | null }>`
    select coalesce(wait_for_booking(${clientId}::uuid, ${now}::timestamptz, ${requestsPerHourMax}::integer),
      ${pairWait}) as wait`.execute(db)
  return rows[0]!.wait
}

/**
 * The limits, only if all checks of the row `professional` passed, and how the request is held.
 * rule: booking-rate-limit, contact-limits, held-starts
 */
function checkLimitsSql(
  { clientId, now, requestsPerHourMax, pairWait, hold, isScreened, price }: NewBooking,
  professional: RawBuilder<unknown>,
) {
  return sql`
      select booking_wait, pair_wait, case
        when booking_wait is null and pair_wait is null and hold is null and ${isScreened}
        then 'screened' else hold end as hold
      from (select *, case when booking_wait is null and hold is distinct from 'too_many' then ${pairWait} end as pair_wait
      from (select booking_wait, case when booking_wait is null then ${hold} end as hold from (
        select wait_for_booking(${clientId}::uuid, ${now}::timestamptz, ${requestsPerHourMax}::integer) as booking_wait
        from ${professional} where signed_in and reachable and offers and offers_frequency and serves
          and price_current and ${price !== null}::boolean and long_enough and paused_until is null and not needs_check
          and not exists (select from same)
      ) as counted) as checked) as waited`
}

/**
 * The booking at the price of the offer, if all checks and limits were passed. `professional` has the row that
 * `checkProfessionalSql` selects, `allowance` that of `checkLimitsSql`.
 * rule: booking-price-frozen, booking-extras
 */
function insertBookingSql(
  request: NewBooking,
  { professional, allowance }: Record<'professional' | 'allowance', RawBuilder<unknown>>,
) {
  // What is held is a request.
  const isInstant = sql`(${request.instantTerms !== null}::boolean and hold is null)`
  return sql`
      insert into bookings (
        client_id, professional_id, service_type, cleaning_frequency,
        booking_date, booking_time, time_zone, starts_at, ends_at,
        address, city, state, zip_code, notes, home_id, home_facts, home_rooms, home_parking,
        estimated_hours, hourly_rate_cents, total_cents,
        created_at, expires_at, outside_hours, outside,
        status, instant, sequence, buffer_minutes, notice_hours, series_id, series_date, supplies, minimum_hours, held)
      select
        ${request.clientId}::uuid, user_id, ${request.service_type}, ${request.cleaning_frequency},
        ${request.booking_date}::date, ${request.booking_time}::time, ${request.timeZone},
        ${request.startsAt}::timestamptz, ${request.endsAt}::timestamptz,
        ${request.address}, ${request.city}, ${request.state}, ${request.zip}, ${request.notes},
        (select id from home), ${json(request.copy?.facts)}::jsonb, ${json(request.copy?.rooms)}::jsonb, ${request.copy?.parking ?? null}::text,
        ${request.estimated_hours}::smallint, ${request.price?.rateCents ?? 0}::integer, ${sumCents(request.price?.lines ?? [])}::integer,
        ${request.now}::timestamptz, case when hold = 'email' then ${request.startsAt} else ${request.expiresAt} end::timestamptz,
        ${request.check?.isInside === false}::boolean, ${request.check?.outside ?? []}::text[],
        case when ${isInstant} then 'accepted' else 'pending' end, ${isInstant}, case when ${isInstant} then 1 else 0 end,
        case when ${isInstant} then ${request.instantTerms?.bufferMinutes ?? 0} else 0 end::smallint,
        case when ${isInstant} then ${request.instantTerms?.noticeHours ?? NOTICE_HOURS} else ${NOTICE_HOURS} end::smallint,
        ${request.series?.id ?? null}::uuid, ${request.series?.firstDate ?? null}::date,
        ${request.price?.supplies ?? 'client'}, min_hours, hold
      from ${professional}, ${allowance} where booking_wait is null and pair_wait is null
        and hold is distinct from 'too_many' and (hold is null or not ${request.isInstantOnly}::boolean)
      returning id, client_id, professional_id, hourly_rate_cents, total_cents, expires_at, created_at, instant, series_id, home_id, home_facts, home_rooms, home_parking, supplies, minimum_hours, held`
}
