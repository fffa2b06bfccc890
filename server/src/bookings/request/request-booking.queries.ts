import { sql } from 'kysely'
import { sumCents } from '#contract/bookings/booking-price.ts'
import type { BookingRequest } from '#contract/bookings/bookings.ts'
import type { ServiceType } from '#contract/product.ts'
import type { Tx } from '#server/db/db.ts'
import type { Hold } from '#server/money/leads/holds.ts'
import { reachableSql } from '#server/people/listing/listed.ts'
import { hasBlockSql } from '#server/people/person/blocked-pair.ts'
import { lockHomeSql } from '#server/market/homes/copy-home.ts'
import type { HomeAddress, HomeCopy } from '#server/market/homes/copy-home.ts'
import { insertLinesSql } from '#server/market/offer/booking-lines.ts'
import type { NewSeries } from '../series/insert-series.ts'
import { offerSql } from '#server/market/offer/load-offer.ts'
import type { Offer } from '#server/market/offer/load-offer.ts'
import type { VisitPrice } from '#server/market/offer/visit-price.ts'
import { ownZoneSql } from '#server/calendar/plan/own-zone.ts'
import type { VisitCheck } from '#server/calendar/free/visit-check.ts'
import type { VisitTime } from '../lists/visit-time.ts'

export type WantedBooking = Omit<
  BookingRequest,
  'home_id' | keyof HomeAddress | 'total_amount' | 'series' | 'extras' | 'supplies'
> &
  VisitTime & {
    clientId: string
    address: string
    city: string
    state: string
    zip: string
    /** The copy of a saved home; null without one. rule: home-of-booking */
    copy: HomeCopy | null
    /** The place ids of the ZIP and of its city: a professional who has one of them as an area serves the home. */
    placeIds: number[]
    timeZone: string
    now: Date
    /** The regular visits that it asks for. rule: series-request */
    series: NewSeries | undefined
  }

export type NewBooking = WantedBooking & {
  /** Null: the offer has no such price, and nothing is written. */
  price: VisitPrice | null
  /** The price of each later visit of a series; null without one. rule: booking-extras */
  laterCents: number | null
}

/** The facts about a professional that decide whether and how a request can be made. */
export type FoundProfessional = {
  reachable: boolean
  offers: boolean
  offers_frequency: boolean
  serves: boolean
  offer: Offer
  /** Whether the client has booked this professional for the same moment. */
  has_similar: boolean
  /** The hours of the professional's shortest visit, of any service. */
  min_hours: number
  /** The date before which this client cannot book a visit; null: they can. */
  paused_until: string | null
  /** Whether the professional has stated working hours, so that the time means something. */
  states_hours: boolean
  /** Whether requests for other times are refused. */
  only_inside_hours: boolean
  /** Whether the professional takes instant bookings of some clients. */
  takes_instant: boolean
}

/** A booking as its request is answered. The times of a saved answer are text. */
export type NewRow = {
  id: string
  client_id: string
  professional_id: string
  status: 'pending' | 'accepted'
  total_cents: number
  expires_at: Date | string
  instant: boolean
  series_id: string | null
  held: Hold | null
  starts_at: Date | string
  time_zone: string
  city: string
  service_type: ServiceType
  estimated_hours: number
  home_id: string | null
}

const NEW_ROW =
  sql.raw(`bookings.id, client_id, professional_id, bookings.status, total_cents, expires_at, instant,
  series_id, bookings.held, starts_at, time_zone, bookings.city, service_type, estimated_hours, home_id`)

/** The notice of a booking that is not accepted yet; its acceptance writes the professional's. */
const NOTICE_HOURS = 24

/**
 * The booking by which this client asked this professional for the same before, while it waits or was booked at once.
 * It is the same in what, when, where and the words. rule: booking-once
 */
export async function findSameRequest(tx: Tx, request: NewBooking) {
  const { price, series, laterCents } = request
  const extras = (price?.lines ?? []).flatMap((line) => (line.kind === 'extra' ? [line.extra] : []))
  const { rows } = await sql<NewRow & { later_cents: number | null; conversation_id: string }>`
    select ${NEW_ROW}, ${laterCents}::integer as later_cents, (
        select conversation_id from leads
        where leads.client_id = bookings.client_id and leads.professional_id = bookings.professional_id
      ) as conversation_id
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
    order by created_at limit 1`.execute(tx)
  return rows[0]
}

/**
 * The facts about the professional that decide about this request; undefined for an unknown one.
 * rule: booking-roles, booking-home, visit-rules, paused-clients, outside-hours
 */
export async function findProfessional(
  tx: Tx,
  request: WantedBooking,
): Promise<FoundProfessional | undefined> {
  const { professional_id, clientId, zip } = request
  const { rows } = await sql<FoundProfessional>`
    select
      ${reachableSql('professionals.user_id')} and not ${hasBlockSql(sql.ref('user_id'), sql`${clientId}::uuid`)} as reachable,
      ${request.service_type} = any(services) as offers,
      ${request.cleaning_frequency} = any(frequencies) as offers_frequency,
      exists (
        select from professional_areas
        where professional_areas.professional_id = user_id and place_id = any(${request.placeIds}::integer[])
      ) or exists (
        select from bookings as earlier
        where earlier.professional_id = user_id and earlier.client_id = ${clientId}::uuid
          and earlier.zip_code = ${zip} and earlier.status in ('accepted', 'completed')
      ) as serves,
      (select row_to_json(offer) from (${offerSql(professional_id)}) as offer) as offer,
      exists (
        select from bookings as similar_one
        where similar_one.professional_id = user_id and similar_one.client_id = ${clientId}::uuid
          and similar_one.starts_at = ${request.startsAt}::timestamptz
      ) as has_similar,
      coalesce(min_hours, 1) as min_hours,
      case when paused_until is not null
        and (${request.startsAt}::timestamptz at time zone ${ownZoneSql(sql.ref('user_id'), sql.ref('base_zip'))})::date < paused_until
        and not exists (
          select from bookings as earlier
          where earlier.professional_id = user_id and earlier.client_id = ${clientId}::uuid
            and earlier.status in ('accepted', 'completed')
        ) then paused_until::text end as paused_until,
      coalesce(stated, false) as states_hours,
      coalesce(only_inside_hours, false) as only_inside_hours,
      coalesce(instant_booking, 'off') <> 'off' as takes_instant
    from professionals left join professional_times on professional_times.professional_id = user_id
    where user_id = ${professional_id}::uuid`.execute(tx)
  return rows[0]
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/**
 * Writes a booking that has been checked, at the price of the offer. A home that was deleted meanwhile is not named.
 * rule: price-lines, booking-extras
 */
export async function insertBooking(
  tx: Tx,
  request: NewBooking,
  {
    minimumHours,
    check,
    instantTerms,
    hold,
  }: {
    minimumHours: number
    check: Pick<VisitCheck, 'isInside' | 'outside'>
    instantTerms: VisitCheck['terms'] | null
    hold: Hold | null
  },
): Promise<NewRow> {
  const { price, copy, series } = request
  const isInstant = instantTerms !== null
  const { rows } = await sql<NewRow>`
    with home as materialized (${lockHomeSql(request.clientId, copy)}),
    booking as (
    insert into bookings (
      client_id, professional_id, service_type, cleaning_frequency,
      booking_date, booking_time, time_zone, starts_at, ends_at,
      address, city, state, zip_code, notes, home_id, home_facts, home_rooms, home_parking,
      estimated_hours, hourly_rate_cents, total_cents,
      created_at, expires_at, outside_hours, outside,
      status, instant, sequence, buffer_minutes, notice_hours, series_id, series_date, supplies, minimum_hours, held)
    values (
      ${request.clientId}::uuid, ${request.professional_id}::uuid, ${request.service_type}, ${request.cleaning_frequency},
      ${request.booking_date}::date, ${request.booking_time}::time, ${request.timeZone},
      ${request.startsAt}::timestamptz, ${request.endsAt}::timestamptz,
      ${request.address}, ${request.city}, ${request.state}, ${request.zip}, ${request.notes},
      (select id from home), ${json(copy?.facts)}::jsonb, ${json(copy?.rooms)}::jsonb, ${copy?.parking ?? null}::text,
      ${request.estimated_hours}::smallint, ${price?.rateCents ?? 0}::integer, ${sumCents(price?.lines ?? [])}::integer,
      ${request.now}::timestamptz, ${hold === 'email' ? request.startsAt : request.expiresAt}::timestamptz,
      ${!check.isInside}::boolean, ${check.outside}::text[],
      ${isInstant ? 'accepted' : 'pending'}, ${isInstant}::boolean, ${isInstant ? 1 : 0}::integer,
      ${instantTerms?.bufferMinutes ?? 0}::smallint, ${instantTerms?.noticeHours ?? NOTICE_HOURS}::smallint,
      ${series?.id ?? null}::uuid, ${series?.firstDate ?? null}::date,
      ${price?.supplies ?? 'client'}, ${minimumHours}::smallint, ${hold}::text)
    returning ${NEW_ROW}
    ), lines as (${insertLinesSql(sql`(select id from booking)`, price?.lines ?? [])})
    select * from booking`.execute(tx)
  return rows[0]!
}
