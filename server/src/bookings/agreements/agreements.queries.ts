import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { AgreementCause } from '#contract/bookings/agreements.ts'
import type { PriceLine, PricedExtra } from '#contract/bookings/booking-price.ts'
import type { Pet, Task } from '#contract/market/home-rules.ts'
import type { HomeRoom } from '#contract/market/homes.ts'
import type { Language, Role, ServiceType } from '#contract/product.ts'
import type { SeriesFrequency } from '#contract/calendar/time-rules.ts'
import { nameSql } from '#server/people/person/name-sql.ts'
import type { Db } from '#server/db/db.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { addJobSql } from '#server/queue/queue.ts'
import { LINES_SQL } from '#server/market/offer/booking-lines.ts'
import { notBegunSql } from '#server/calendar/free/visit-coming.ts'
import type { Column } from './agreement-text.ts'

/** The names and languages of both sides. */
const SIDES_SQL = sql`
  ${nameSql('clients')} as client, clients.language as client_language,
  professionals.full_name as professional, pro_users.language as professional_language`

const JOIN_SIDES_SQL = sql`
  join users as clients on clients.id = visit.client_id
  join professionals on professionals.user_id = visit.professional_id
  join users as pro_users on pro_users.id = visit.professional_id`

type SidesRow = {
  client_id: string
  professional_id: string
  client: string
  client_language: Language
  professional: string
  professional_language: Language
  /** The tasks that the service includes; null: all of it. */
  included: Task[] | null
  service_type: ServiceType
  time_zone: string
  address: string
  city: string
  state: string
  zip_code: string
  home_facts: { pets: Pet[] } | null
  home_rooms: HomeRoom[] | null
  supplies: 'client' | 'professional'
  minimum_hours: number
}

type BookingFactsRow = SidesRow & {
  series_id: string | null
  starts_at: Date
  ends_at: Date
  estimated_hours: number
  notice_hours: number
  lines: PriceLine[]
  /** The latest version for this visit, its own or one of its series; null: it has no agreement yet. */
  latest: { booking_id: string | null; version: number; included: Task[] } | null
}

/** The facts for the agreement of a single visit. Its tasks are those of its checklist. rule: checklist */
export async function factsOfBooking(db: Db, id: string): Promise<BookingFactsRow> {
  const { rows } = await sql<BookingFactsRow>`
    select visit.client_id, visit.professional_id, visit.series_id, service_type, time_zone, address, city, state, zip_code,
      home_facts, home_rooms, supplies, minimum_hours, starts_at, ends_at, estimated_hours, notice_hours, visit.lines,
      visit.included, (
        select jsonb_build_object('booking_id', booking_id, 'version', version, 'included', included) from agreements
        where ${isVersionSql(sql.ref('visit.id'), sql.ref('visit.series_id'))} order by version desc limit 1
      ) as latest, ${SIDES_SQL}
    from (select bookings.*, ${LINES_SQL} as lines from bookings where id = ${id}::uuid) as visit ${JOIN_SIDES_SQL}`.execute(
    db,
  )
  return rows[0]!
}

type SeriesFactsRow = SidesRow & {
  request_id: string
  request_date: string
  notice_hours: number
  extras: PricedExtra[]
  supplies_cents: number | null
  discount_percent: number
  from_date: string
  first_date: string
  frequency: SeriesFrequency
  time: string
  hours: number
  rate_cents: number
}

/** The facts for the agreement of a series, by its terms on a date. */
export async function factsOfSeries(db: Db, id: string, date: string): Promise<SeriesFactsRow> {
  const { rows } = await sql<SeriesFactsRow>`
    select visit.client_id, visit.professional_id, visit.service_type, visit.time_zone, visit.address, visit.city,
      visit.state, visit.zip_code, visit.home_facts, visit.home_rooms, visit.supplies, visit.minimum_hours, request_id,
      request.series_date as request_date, request.notice_hours, extras, supplies_cents, discount_percent,
      from_date, first_date, terms.cleaning_frequency as frequency, to_char(terms.booking_time, 'HH24:MI') as time,
      terms.estimated_hours as hours, terms.hourly_rate_cents as rate_cents,
      (select included from offer_services as own
        where own.professional_id = visit.professional_id and own.service_type = visit.service_type) as included,
      ${SIDES_SQL}
    from series as visit join bookings as request on request.id = request_id
    join lateral (
      select * from series_terms where series_id = visit.id
      order by from_date <= ${date}::date desc, abs(from_date - ${date}::date) limit 1
    ) as terms on true
    ${JOIN_SIDES_SQL}
    where visit.id = ${id}::uuid`.execute(db)
  return rows[0]!
}

/** The dates from which the terms of a series hold. */
export async function datesOfTerms(db: Db, seriesId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('series_terms')
    .select('from_date')
    .where('series_id', '=', seriesId)
    .orderBy('from_date')
    .execute()
  return rows.map(({ from_date }) => from_date)
}

/** The first coming visit of a series from one of its dates on; undefined if none is booked. */
export async function nextVisit(
  db: Db,
  seriesId: string,
  from: string,
  now: Date,
): Promise<{ id: string; date: string } | undefined> {
  const row = await db
    .selectFrom('bookings')
    .select(['id', 'series_date'])
    .where('series_date', '>=', from)
    .where('series_id', '=', seriesId)
    .where('status', '=', 'accepted')
    .where(notBegunSql(now))
    .orderBy('series_date')
    .limit(1)
    .executeTakeFirst()
  return row && { id: row.id, date: row.series_date! }
}

export type AgreementRow = {
  id: string
  /** Null: all visits of the series share it. */
  booking_id: string | null
  /** Its number among the versions of the visit. */
  version: number
  /** Its number among all versions of a series, some of which hold for later visits alone. */
  stored_version: number
  because: AgreementCause
  made_at: Date
  included: Task[]
  hash: string
  redacted_at: Date | null
  client_at: Date | null
  professional_at: Date | null
}

/**
 * All versions for a visit, in order and without their texts: those of its series that hold on its date, until the
 * visit has its own. A visit has few versions: a move needs a proposal, and proposals and changes are limited.
 */
export async function versionsOfBooking(
  db: Db,
  { id, series_id }: { id: string; series_id: string | null },
): Promise<AgreementRow[]> {
  const { rows } = await sql<AgreementRow>`
    select agreements.id, booking_id, row_number() over (order by version)::int as version, version as stored_version,
      because, made_at, included, agreements.hash, redacted_at,
      (select at from agreement_confirmations where agreement_id = agreements.id and side = 'client') as client_at,
      (select at from agreement_confirmations where agreement_id = agreements.id and side = 'professional') as professional_at
    from agreements
    where ${isVersionSql(sql`${id}::uuid`, sql`${series_id}::uuid`)}
    order by stored_version`.execute(db)
  return rows
}

/**
 * SQL, a condition on `agreements`: whether a row is a version for the visit with this id, and the id of its series.
 */
function isVersionSql(id: RawBuilder<unknown>, seriesId: RawBuilder<unknown>) {
  return sql`(agreements.booking_id = ${id}
      or agreements.booking_id is null and agreements.series_id = ${seriesId} and agreements.version < coalesce(
        (select min(own.version) from agreements as own where own.booking_id = ${id}), 32767)
        and (from_date is null or from_date <= (select series_date from bookings where bookings.id = ${id})))`
}

/**
 * SQL, a condition: whether a side has agreed to the latest version for a visit. `bookingId` must not be a column of
 * `bookings`, because a table of that name is read within. rule: work-agreement
 */
export function hasAgreedSql(visit: {
  bookingId: RawBuilder<unknown>
  seriesId: RawBuilder<unknown>
  side: RawBuilder<unknown>
}) {
  return sql`exists (select from agreement_confirmations
    where side = ${visit.side} and agreement_id = (
      select agreements.id from agreements where ${isVersionSql(visit.bookingId, visit.seriesId)}
      order by version desc limit 1))`
}

/** The texts of these versions, in their order; none once they are forgotten. */
export async function textsOfVersions(db: Db, ids: readonly string[]): Promise<Column[][]> {
  const rows = await db
    .selectFrom('agreements')
    .select(['id', 'columns'])
    .where('id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map(({ id, columns }) => [id, (columns ?? []) as Column[]]))
  return ids.map((id) => byId.get(id)!)
}

/** The newest version that visits of a series share. */
export async function latestOfSeries(
  db: Db,
  seriesId: string,
): Promise<{ version: number; included: Task[] } | undefined> {
  const row = await db
    .selectFrom('agreements')
    .select(['version', 'included'])
    .where('booking_id', 'is', null)
    .where('series_id', '=', seriesId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { version: row.version, included: row.included as Task[] }
}

/**
 * Writes a version with its event, and enqueues the notice of the other side if somebody caused it (`by`), in one
 * statement. `shown_id`: the booking that event and notice are about.
 */
export async function insertAgreement(
  tx: Db,
  {
    shown_id,
    by,
    ...row
  }: {
    booking_id: string | null
    series_id: string | null
    shown_id: string
    from_date: string | null
    version: number
    because: AgreementCause
    by: string | null
    made_at: Date
    included: Task[]
    columns: Column[]
    hash: string
  },
): Promise<void> {
  const { version, because, made_at } = row
  await sql`
    with agreement as (
      insert into agreements (booking_id, series_id, from_date, version, because, made_at, included, columns, hash)
      values (${row.booking_id}::uuid, ${row.series_id}::uuid, ${row.from_date}::date, ${version}::smallint, ${because},
        ${made_at}::timestamptz, ${row.included}::text[], ${JSON.stringify(row.columns)}::jsonb, ${row.hash})
    ), event as (
      insert into events (kind, subject_id, actor_id, at, data)
      values ('agreement.made', ${shown_id}::uuid, ${by}::uuid, ${made_at}::timestamptz,
        ${JSON.stringify({ version, because })}::jsonb)
      returning id, actor_id
    )
    select ${addJobSql('notify-visit', sql`json_build_object('event_id', event.id::text)`)}
    from event where actor_id is not null`.execute(tx)
}

/** The coming accepted visits of a series from a date on that have an agreement of their own. */
export async function visitsOnTheirOwn(
  tx: Db,
  seriesId: string,
  from: string,
  now: Date,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('bookings')
    .select('id')
    .where('series_id', '=', seriesId)
    .where('status', '=', 'accepted')
    .where(notBegunSql(now))
    .where('series_date', '>=', from)
    .where((row) =>
      row.exists(
        row
          .selectFrom('agreements')
          .select('agreements.id')
          .whereRef('agreements.booking_id', '=', 'bookings.id'),
      ),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The series among these that have no agreement yet. */
export async function seriesWithoutAgreement(
  tx: Db,
  ids: readonly string[],
): Promise<{ id: string; request_id: string }[]> {
  return tx
    .selectFrom('series')
    .select(['id', 'request_id'])
    .where('id', 'in', [...ids])
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('agreements')
            .select('agreements.id')
            .whereRef('agreements.series_id', '=', 'series.id')
            .where('booking_id', 'is', null),
        ),
      ),
    )
    .orderBy('id')
    .execute()
}

/** A booking of this person with what decides about its agreement; undefined for everybody else. */
export async function agreementBooking(db: Db, { id: person, role }: Side, id: string) {
  return db
    .selectFrom('bookings')
    .innerJoin('leads', (join) =>
      join
        .onRef('leads.professional_id', '=', 'bookings.professional_id')
        .onRef('leads.client_id', '=', 'bookings.client_id'),
    )
    .select(['bookings.id', 'bookings.series_id', 'bookings.status', 'bookings.time_zone'])
    .select(['bookings.professional_id', 'bookings.client_id'])
    .select(sql<boolean>`leads.opened_at is null`.as('locked'))
    .where('bookings.id', '=', id)
    .where(role === 'client' ? 'bookings.client_id' : 'bookings.professional_id', '=', person)
    .executeTakeFirst()
}

/** Writes that one side agreed. Again it changes nothing. */
export async function insertConfirmation(
  tx: Db,
  { id, hash }: Pick<AgreementRow, 'id' | 'hash'>,
  side: Role,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('agreement_confirmations')
    .values({ agreement_id: id, hash, side, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
