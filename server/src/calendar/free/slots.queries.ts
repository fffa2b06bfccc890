import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ServiceType } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { reachableSql } from '#server/people/listing/listed.ts'
import { standingSql } from './instant-booking.ts'
import type { ClientStanding } from './instant-booking.ts'
import { occupiedTimesSql } from './occupied-times.ts'
import type { AskedRange, MovedBooking, OccupiedTimes } from './occupied-times.ts'
import { baseZipSql } from '../plan/own-zone.ts'
import { timesSql } from '../plan/times.ts'
import type { Times } from '../plan/times.ts'

type AskedFacts = {
  professionalId: string
  /** The signed-in client who asks, if any. */
  clientId: string | null
  zip: string
  /** The place ids of the ZIP and of its city. */
  placeIds: number[]
  serviceType: ServiceType | null
  now: Date
  /** Visits and busy times in this range are read; absent: those of all coming days. */
  range?: AskedRange | undefined
  /** Null: this is no question of the client, so it counts no home. rule: free-times-limits */
  homesADayMax: number | null
  /** A booking that is left out of account. One that a client names must be their own. */
  movedId?: string | undefined
}

export type SlotFacts = {
  reachable: boolean
  offers: boolean
  serves: boolean
  /** The shortest visit of the service, or of any if none is named. rule: offer */
  minHours: number
  /** Whether the client has an accepted or completed booking with the professional. */
  isKnown: boolean
  /** Null unless a client asks. rule: instant-booking */
  standing: ClientStanding | null
  /** False if the client asked for too many homes. Where none is counted: if they have not asked for this one. */
  mayAsk: boolean
  times: Times
} & OccupiedTimes

function offersSql(serviceType: ServiceType | null) {
  return sql`coalesce(${serviceType}::text = any(services), true)`
}

function minHoursSql(serviceType: ServiceType | null) {
  return sql`greatest(
    1,
    (select min_hours from professional_times where professional_times.professional_id = user_id),
    (
      select minimum_hours from offer_services
      where offer_services.professional_id = user_id and service_type = ${serviceType}::text
    )
  )`
}

function inAreaSql(placeIds: number[]) {
  return sql`exists (
    select from professional_areas
    where professional_areas.professional_id = user_id and place_id = any(${placeIds}::integer[])
  )`
}

/** Reads in one statement what a question about free times needs. Undefined for an id without a profile. */
export async function readSlotFacts(db: Db, asked: AskedFacts): Promise<SlotFacts | undefined> {
  const { professionalId, clientId, zip, placeIds, serviceType, now } = asked
  const movedId = asked.movedId ?? null
  const occupied = occupiedTimesSql(sql.ref('checked.id'), asked.range ?? { from: now, to: null }, {
    movedId,
    clientId,
  })
  const times = timesSql(sql`professionals.user_id = ${professionalId}::uuid`, now)
  const { pair, home } = hashesOf(asked)
  const { rows } = await sql<SlotFacts>`
    with asked as materialized (
      select user_id as id,
        ${reachableSql('user_id')} as reachable,
        ${offersSql(serviceType)} as offers,
        -- Null if the pair has no visit at all.
        (
          select bool_or(zip_code = ${zip}) from bookings
          where professional_id = user_id and client_id = ${clientId}::uuid and status in ('accepted', 'completed')
        ) as has_visit_here,
        ${inAreaSql(placeIds)} as in_area,
        ${minHoursSql(serviceType)} as min_hours
      from professionals where user_id = ${professionalId}::uuid
    ), checked as materialized (
      select *, in_area or coalesce(has_visit_here, false) as serves from asked
    )
    select reachable, offers, serves, min_hours as "minHours", has_visit_here is not null as "isKnown",
      case when ${clientId}::uuid is not null and reachable and offers and serves
        then case when ${asked.homesADayMax}::integer is null
          then exists (
            select from rate_limits
            where key = 'slots_home:' || ${home} and expire > extract(epoch from ${now}::timestamptz) * 1000
          )
          else may_ask_for_home(${pair}, ${home}, ${now}::timestamptz, ${asked.homesADayMax}::integer) end
        else true end as "mayAsk",
      ${standingSql(clientId, { professional: sql.ref('checked.id'), now, movedId })} as standing,
      ${occupied.visits} as visits, ${occupied.busy} as busy, ${occupied.series} as series,
      (select to_jsonb(own) from (${times}) as own) as times
    from checked`.execute(db)
  return rows[0]
}

/** The ZIP of the first public area: never the one where the professional's day starts. rule: working-hours */
export async function readFirstServedZip(db: Db, professionalId: string): Promise<string | null> {
  const none = sql`null`
  const { rows } = await sql<{ zip: string | null }>`
    select ${baseZipSql(sql`${professionalId}::uuid`, none)} as zip`.execute(db)
  return rows[0]!.zip
}

/** No row tells who asked about which home. */
function hashesOf({ clientId, professionalId, zip }: AskedFacts): { pair: string; home: string } {
  const pair = `${clientId} ${professionalId}`
  return { pair: hashOf(pair), home: hashOf(`${pair} ${zip}`) }
}

/** Reads the visits, busy times and series that occupy a professional in this range. */
export async function readOccupiedTimes(
  db: Db,
  professionalId: string,
  range: AskedRange,
  moved?: MovedBooking,
): Promise<OccupiedTimes> {
  const { visits, busy, series } = occupiedTimesSql(sql`${professionalId}::uuid`, range, moved)
  const { rows } = await sql<OccupiedTimes>`
    select ${visits} as visits, ${busy} as busy, ${series} as series`.execute(db)
  return rows[0]!
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
