import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { hasBegun } from '#contract/bookings/booking-status.ts'
import type { PricedExtra } from '#contract/bookings/booking-price.ts'
import type { PresentPrice } from '#contract/bookings/change-price.ts'
import type { Supplies } from '#contract/market/offer-rules.ts'
import type { Role } from '#contract/product.ts'
import type { Period } from '#contract/bookings/series.ts'
import type { Db } from '#server/db/db.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { reachableSql } from '#server/people/listing/listed.ts'
import { blockedSql } from '#server/people/person/blocked-pair.ts'
import { LINES_SQL } from '#server/market/offer/booking-lines.ts'
import type { SeriesTerms } from '#server/calendar/free/series-dates.ts'

/** The terms of a series from a date on, with the rate of their visits. */
export type Terms = SeriesTerms & { rateCents: number }

/** A date that is settled, or planned for another time. */
export type DateRow = {
  date: string
  status: 'planned' | 'booked' | 'skipped' | 'paused' | 'conflict'
  skippedBy: Role | null
  movedDate: string | null
  movedTime: string | null
}

export type LockedSeries = {
  id: string
  client_id: string
  professional_id: string
  status: 'requested' | 'active' | 'ended'
  request_id: string
  service_type: string
  time_zone: string
  address: string
  city: string
  state: string
  zip_code: string
  notes: string
  home_id: string | null
  home_facts: unknown
  home_rooms: unknown
  home_parking: string | null
  until: string | null
  next_date: string | null
  told_stopped: boolean
  /** The parts of a visit's price beside the rate of its terms. rule: booking-extras */
  extras: PricedExtra[]
  supplies: string
  supplies_cents: number | null
  discount_percent: number
  minimum_hours: number
  terms: Terms[]
  /** The dates of the last weeks and all later ones. */
  dates: DateRow[]
  /** The pauses in order, which do not overlap. The first ones may be over. */
  pauses: Period[]
}

/** Dates of rows that are longer ago do not decide anything any more. */
const ROW_DAYS_BACK = 40

/** Whether the request of a row of the table series ended without an acceptance. */
const REQUEST_OVER_SQL = sql`(series.status = 'requested' and exists (
  select from bookings where bookings.id = series.request_id and bookings.status in ('declined', 'cancelled')))`

/** The status of a row of the table series. rule: series */
export const SERIES_STATUS_SQL = sql<LockedSeries['status']>`
  case when ${REQUEST_OVER_SQL} then 'ended' else series.status end`

/** The terms, the dates and the pauses of a row of the table series as JSON. */
export function datesOfSeriesSql(now: Date) {
  return sql`
    (select jsonb_agg(jsonb_build_object('fromDate', from_date, 'firstDate', first_date, 'frequency', cleaning_frequency,
        'time', to_char(booking_time, 'HH24:MI'), 'hours', estimated_hours, 'rateCents', hourly_rate_cents) order by from_date)
      from series_terms where series_id = series.id) as terms,
    (select coalesce(jsonb_agg(jsonb_build_object('date', date, 'status', series_visits.status, 'skippedBy', skipped_by,
        'movedDate', moved_date, 'movedTime', to_char(moved_time, 'HH24:MI')) order by date), '[]')
      from series_visits where series_id = series.id
        and date >= (${now}::timestamptz at time zone 'UTC')::date - ${ROW_DAYS_BACK}::integer) as dates,
    (select coalesce(jsonb_agg(jsonb_build_object('from_date', from_date, 'to_date', to_date) order by from_date), '[]')
      from series_pauses where series_id = series.id) as pauses`
}

/** Whether the request of a row of the table series is held, or ended while it was. rule: held-starts */
export const SERIES_HELD_SQL = sql<boolean>`exists (
  select from bookings where bookings.id = series.request_id and bookings.held is not null)`

export async function isSeriesHeld(db: Db, id: string): Promise<boolean> {
  const held = await db
    .selectFrom('series')
    .select('id')
    .where('id', '=', id)
    .where(SERIES_HELD_SQL)
    .executeTakeFirst()
  return held !== undefined
}

/** The client and the professional of a series, if this person is one of them. */
export async function sidesOfSeries(db: Db, { id: person, role }: Side, id: string) {
  return db
    .selectFrom('series')
    .select(['client_id', 'professional_id'])
    .where('id', '=', id)
    .where(role === 'client' ? 'client_id' : 'professional_id', '=', person)
    .where(sql<boolean>`(${role === 'client'}::boolean or not ${SERIES_HELD_SQL})`)
    .executeTakeFirst()
}

/** Locks a series until the transaction ends. The caller has locked its people and its professional. */
export async function lockSeriesRow(
  tx: Db,
  id: string,
  now: Date,
): Promise<LockedSeries | undefined> {
  return (await lockSeriesRows(tx, [id], now))[0]
}

/** Locks several series until the transaction ends, in the order of their ids, and returns them. */
export async function lockSeriesRows(
  tx: Db,
  ids: readonly string[],
  now: Date,
): Promise<LockedSeries[]> {
  const locked = await sql`
    select from series where id = any(${ids}::uuid[]) order by id for update`.execute(tx)
  if (locked.rows.length === 0) return []
  const { rows } = await sql<LockedSeries>`
    select id, client_id, professional_id, ${SERIES_STATUS_SQL} as status, request_id, service_type, time_zone, address, city,
      state, zip_code, notes, home_id, home_facts, home_rooms, home_parking, until, next_date, told_stopped,
      extras, supplies, supplies_cents, discount_percent, minimum_hours, ${datesOfSeriesSql(now)}
    from series where id = any(${ids}::uuid[]) order by id`.execute(tx)
  return rows
}

/**
 * The notice that both sides agreed on for late cancelling, by the requests of their series. rule: cancellation
 */
export async function noticeHoursOfSeries(
  db: Db,
  requestIds: readonly string[],
): Promise<Map<string, number>> {
  if (requestIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('bookings')
    .select(['id', 'notice_hours'])
    .where('id', 'in', [...requestIds])
    .execute()
  return new Map(rows.map(({ id, notice_hours }) => [id, notice_hours]))
}

/** The pair's lead is open, neither side has blocked the other, and both can be reached. */
export async function pairState(
  db: Db,
  { client_id, professional_id }: Pick<LockedSeries, 'client_id' | 'professional_id'>,
) {
  const { rows } = await sql<{ open: boolean; blocked: boolean }>`
    select
      exists (
        select from leads where leads.professional_id = pair.professional_id and leads.client_id = pair.client_id
          and opened_at is not null) as open,
      ${pairBlockedSql('pair')} as blocked
    from (select ${client_id}::uuid as client_id, ${professional_id}::uuid as professional_id) as pair`.execute(
    db,
  )
  return rows[0]!
}

/**
 * In SQL: whether one side has blocked the other, or is suspended or deleted. `pair`: a row with client_id and
 * professional_id.
 */
export function pairBlockedSql(pair: string): RawBuilder<boolean> {
  const [client, professional] = [sql.ref(`${pair}.client_id`), sql.ref(`${pair}.professional_id`)]
  return sql<boolean>`(${blockedSql(client, professional)} or exists (
    select from users as side where side.id in (${client}, ${professional}) and side.deleted_at is not null))`
}

/** The ids of those of these series whose professional is reachable, and whose sides may meet. rule: series */
export async function seriesWithPair(
  tx: Db,
  all: readonly Pick<LockedSeries, 'id'>[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from series where id = any(${all.map(({ id }) => id)}::uuid[])
      and ${reachableSql('series.professional_id')}
      and not ${pairBlockedSql('series')}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Writes dates of a series, in place of what was stored for them. */
export async function saveDates(tx: Db, seriesId: string, rows: readonly DateRow[]): Promise<void> {
  await saveDatesOf(
    tx,
    rows.map((row) => ({ seriesId, ...row })),
  )
}

/** Writes dates of several series, in place of what was stored for them. */
export async function saveDatesOf(
  tx: Db,
  rows: readonly (DateRow & { seriesId: string })[],
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('series_visits')
    .values(
      rows.map(({ seriesId, date, status, skippedBy, movedDate, movedTime }) => ({
        series_id: seriesId,
        date,
        status,
        skipped_by: skippedBy,
        moved_date: movedDate,
        moved_time: movedTime,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['series_id', 'date']).doUpdateSet((eb) => ({
        status: eb.ref('excluded.status'),
        skipped_by: eb.ref('excluded.skipped_by'),
        moved_date: eb.ref('excluded.moved_date'),
        moved_time: eb.ref('excluded.moved_time'),
      })),
    )
    .execute()
}

/** Writes from when on dates of these series are not settled, and whether both sides know that none are made now. */
export async function saveProgress(
  tx: Db,
  rows: readonly Pick<LockedSeries, 'id' | 'next_date' | 'told_stopped'>[],
): Promise<void> {
  await sql`
    update series set next_date = wanted.next_date, told_stopped = wanted.told_stopped
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ next_date }) => next_date)}::date[],
      ${rows.map(({ told_stopped }) => told_stopped)}::boolean[]) as wanted (id, next_date, told_stopped)
    where series.id = wanted.id
      and (series.next_date, series.told_stopped) is distinct from (wanted.next_date, wanted.told_stopped)`.execute(
    tx,
  )
}

export async function deleteDates(
  tx: Db,
  seriesId: string,
  dates: readonly string[],
): Promise<void> {
  if (dates.length === 0) return
  await tx
    .deleteFrom('series_visits')
    .where('series_id', '=', seriesId)
    .where('date', 'in', [...dates])
    .execute()
}

/** A row of a date without a time of its own. */
export function dateRow(
  date: string,
  status: DateRow['status'],
  skippedBy: Role | null = null,
): DateRow {
  return { date, status, skippedBy, movedDate: null, movedTime: null }
}

/** No date is before it. */
export const FIRST_DATE = '0001-01-01'

/** Locks the accepted visits of a series that have not begun, by date. */
export async function lockComingVisits(tx: Db, seriesId: string, now: Date, from: string) {
  const rows = await tx
    .selectFrom('bookings')
    .select([
      'id',
      'client_id',
      'professional_id',
      'status',
      'starts_at',
      'ends_at',
      'expires_at',
      'cancelled_by',
      'answered_at',
      'notice_hours',
      'time_zone',
      'estimated_hours',
      'series_id',
      'zip_code',
      'series_date',
      'hourly_rate_cents',
      'booking_time',
      'booking_date',
      'stage',
      'no_show',
      'held',
    ])
    .where('series_id', '=', seriesId)
    .where('status', '=', 'accepted')
    .where('starts_at', '>', now)
    .where('series_date', '>=', from)
    .orderBy('series_date')
    .forUpdate()
    .execute()
  return rows
    .filter(({ starts_at: startsAt, stage }) => !hasBegun({ startsAt, stage }, now))
    .map((row) => ({ ...row, status: 'accepted' as const, seriesDate: row.series_date! }))
}
export type ComingVisit = Awaited<ReturnType<typeof lockComingVisits>>[number]

/** The present prices of these visits. */
export async function pricesOfVisits(
  tx: Db,
  ids: readonly string[],
): Promise<(PresentPrice & { id: string })[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('bookings')
    .select(['id', 'estimated_hours', 'supplies', LINES_SQL.as('lines')])
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ id, estimated_hours: hours, supplies, lines }) => ({
    id,
    hours,
    supplies: supplies as Supplies,
    lines,
  }))
}

/** Whether a visit of a date from `from` on has begun, or is over. */
export async function hasBegunVisit(
  tx: Db,
  seriesId: string,
  from: string,
  now: Date,
): Promise<boolean> {
  const visits = await tx
    .selectFrom('bookings')
    .select(['starts_at', 'stage'])
    .where('series_id', '=', seriesId)
    .where('series_date', '>=', from)
    .where('status', 'in', ['accepted', 'completed'])
    .execute()
  return visits.some(({ starts_at: startsAt, stage }) => hasBegun({ startsAt, stage }, now))
}

/** The accepted visit of a date, also one that has begun. */
export async function standingVisit(tx: Db, seriesId: string, date: string) {
  return tx
    .selectFrom('bookings')
    .select(['id', 'starts_at', 'stage'])
    .where('series_id', '=', seriesId)
    .where('series_date', '=', date)
    .where('status', 'in', ['accepted', 'completed'])
    .executeTakeFirst()
}

/** The booking that a message about a series names: the next visit, or the latest one. */
export async function bookingToShow(db: Db, seriesId: string, now: Date): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`select ${bookingToShowSql(sql`${seriesId}::uuid`, now)} as id`.execute(db)
  return rows[0]!.id
}

/** SQL with the id of the booking that a message about a series names: the next visit, or the latest one. */
export function bookingToShowSql(seriesId: RawBuilder<unknown>, now: Date): RawBuilder<string> {
  return sql<string>`(
    select id from bookings where series_id = ${seriesId}
    order by (status = 'accepted' and ends_at > ${now}::timestamptz) desc,
      case when status = 'accepted' and ends_at > ${now}::timestamptz then starts_at end, starts_at desc limit 1)`
}
