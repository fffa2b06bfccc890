import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type {
  BookingsPage,
  ProfessionalBookingsQuery,
  ClientBookingsQuery,
  ProfessionalBooking,
} from '#contract/bookings/bookings.ts'
import type { Db } from '#server/db/db.ts'
import { leadClosedSql } from '#server/money/leads/leads.ts'
import { reachableSql } from '#server/people/listing/listed.ts'
import { LINES_SQL } from '#server/market/offer/booking-lines.ts'
import { NET_FACTS_SQL } from './net-hour.ts'
import {
  BLOCKED_SQL,
  LEAD_CHANGES_SQL,
  openProposalSql,
  proposalCountSql,
} from '../proposals/proposals.queries.ts'
import { clientNoteCountsSql } from '#server/market/professionals/client-note-counts.ts'
import { reliabilitySql } from '#server/market/professionals/reliability.ts'
import { STATE_OF_SERIES_SQL } from '../series/state-of-series.ts'
import { timesStatedSql } from '#server/calendar/plan/times.ts'
import {
  visibleCitySql,
  visibleReasonCodeSql,
  visibleReasonSql,
  visibleStateSql,
} from './visible-booking.ts'

/** The columns that both sides see, without the place and the reason, which a locked lead changes. */
const BOOKING_COLUMNS = [
  'bookings.id',
  'bookings.status',
  'bookings.service_type',
  'bookings.cleaning_frequency',
  'bookings.booking_date',
  'bookings.booking_time',
  'bookings.time_zone',
  'bookings.starts_at',
  'bookings.ends_at',
  'bookings.address',
  'bookings.zip_code',
  'bookings.notes',
  'bookings.estimated_hours',
  'bookings.hourly_rate_cents',
  'bookings.total_cents',
  'bookings.supplies',
  'bookings.cancelled_by',
  'bookings.cancelled_at',
  'bookings.cancelled_late',
  'bookings.notice_hours',
  'bookings.sequence',
  'bookings.outside_hours',
  'bookings.instant',
  'bookings.created_at',
  'bookings.expires_at',
  'bookings.reclean_of',
  'bookings.series_id',
  'bookings.series_date',
  'bookings.home_id',
  'bookings.home_facts',
  'bookings.stage',
  'bookings.no_show',
  'bookings.final_cents',
  'bookings.held',
] as const

export type ClientRow = Awaited<ReturnType<typeof clientBookingRows>>[number]
export type ProfessionalRow = Awaited<ReturnType<typeof professionalBookingRows>>[number]
/** A row of `dashboardBookingsSql`, which is JSON: instants are ISO texts, and the wall time has seconds. */
export type DashboardBookingRow =
  ReturnType<typeof dashboardBookingsSql> extends RawBuilder<(infer Row)[]> ? Row : never

export async function professionalBookingRows(
  db: Db,
  professionalId: string,
  page: ProfessionalBookingsQuery,
  now: Date,
) {
  return selectWithClients(db, professionalId, now)
    .where(isInDates(page))
    .where(isBooking(page))
    .clearOrderBy()
    .orderBy('bookings.starts_at', 'desc')
    .orderBy('bookings.id', 'desc')
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()
}

/**
 * A JSON array for use inside another statement: every pending booking of a professional and the latest `othersMax`
 * other ones, newest first.
 */
export function dashboardBookingsSql(db: Db, professionalId: string, othersMax: number, now: Date) {
  return jsonArrayFrom(
    selectWithClients(db, professionalId, now).where(
      sql<boolean>`(bookings.status = 'pending' or bookings.id in (
        select latest.id from bookings as latest
        where latest.professional_id = ${professionalId}::uuid and latest.status <> 'pending'
          and latest.held is null
          and (latest.series_id is null or latest.id = ${shownOfSeriesSql(now)})
        order by latest.created_at desc, latest.id desc limit ${othersMax}))`,
    ),
  )
}

/** The next visit of the series of a row `latest`; without one its last visit. rule: earnings */
function shownOfSeriesSql(now: Date) {
  const isComing = sql`visit.status = 'accepted' and visit.ends_at > ${now}::timestamptz`
  return sql`(
    select visit.id from bookings as visit
    where visit.series_id = latest.series_id and visit.status <> 'pending'
    order by (${isComing}) desc, case when ${isComing} then visit.starts_at end, visit.starts_at desc limit 1)`
}

/** The accepted visits of a professional that begin today by the clock of the home, the next one first; as above. */
export function todaysVisitsSql(db: Db, professionalId: string, now: Date) {
  return jsonArrayFrom(
    selectWithClients(db, professionalId, now)
      .where('bookings.status', '=', 'accepted')
      .where(
        sql<boolean>`(bookings.starts_at at time zone bookings.time_zone)::date
          = (${now}::timestamptz at time zone bookings.time_zone)::date`,
      )
      .clearOrderBy()
      .orderBy('bookings.starts_at'),
  )
}

/** The accepted visit of a professional that takes place now or comes next: an array of at most one; as above. */
export function nextVisitSql(db: Db, professionalId: string, now: Date) {
  return jsonArrayFrom(
    selectWithClients(db, professionalId, now)
      .where('bookings.status', '=', 'accepted')
      .where('bookings.ends_at', '>', now)
      .where(sql<boolean>`bookings.stage is distinct from 'finished'`)
      .clearOrderBy()
      .orderBy('bookings.starts_at')
      .limit(1),
  )
}

const OPEN = 'leads.opened_at is not null'

function selectWithClients(db: Db, professionalId: string, now: Date) {
  return db
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.client_id')
    .leftJoin('leads', (join) =>
      join
        .onRef('leads.professional_id', '=', 'bookings.professional_id')
        .onRef('leads.client_id', '=', 'bookings.client_id'),
    )
    .select([
      ...BOOKING_COLUMNS,
      'bookings.client_id',
      'bookings.outside',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.phone',
    ])
    .select([
      sql<boolean>`${sql.raw(OPEN)}`.as('open'),
      leadClosedSql.as('closed'),
      sql<string>`${sql.raw(visibleCitySql(OPEN))}`.as('city'),
      sql<string>`${sql.raw(visibleStateSql(OPEN))}`.as('state'),
      sql<string | null>`${sql.raw(visibleReasonSql(OPEN))}`.as('reason'),
      sql<string | null>`${sql.raw(visibleReasonCodeSql(OPEN))}`.as('reason_code'),
      reliabilitySql('client', now).as('reliability'),
      clientNoteCountsSql(sql.ref('bookings.client_id')).as('client_notes'),
      LINES_SQL.as('lines'),
      openProposalSql(now).as('proposal'),
      proposalCountSql('professional').as('proposals'),
      STATE_OF_SERIES_SQL.as('series'),
      BLOCKED_SQL.as('blocked'),
      sql<number>`coalesce(${LEAD_CHANGES_SQL}, 0)`.as('lead_changes'),
      reachableSql('bookings.professional_id').as('reachable'),
      CLASHES_SQL.as('clashes'),
      NET_FACTS_SQL.as('net_facts'),
    ])
    .where('bookings.professional_id', '=', professionalId)
    .where('bookings.held', 'is', null)
    .orderBy('bookings.created_at', 'desc')
    .orderBy('bookings.id', 'desc')
}

/** The accepted bookings of the same professional that overlap a pending one, in SQL. rule: booking-conflict */
const CLASHES_SQL = sql<ProfessionalBooking['clashes']>`case when bookings.status = 'pending' then (
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', accepted.id,
      'first_name', clients.first_name,
      'city', accepted.city,
      'time_zone', accepted.time_zone,
      'starts_at', to_char(accepted.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'ends_at', to_char(accepted.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) order by accepted.starts_at), '[]')
  from bookings as accepted join users as clients on clients.id = accepted.client_id
  where accepted.professional_id = bookings.professional_id and accepted.status = 'accepted'
    -- Written like the exclusion constraint, so that its index is read.
    and tstzrange(accepted.starts_at, accepted.blocked_until) && tstzrange(bookings.starts_at, bookings.ends_at)
    and accepted.ends_at > bookings.starts_at
) else '[]' end`

export async function countProfessionalBookings(
  db: Db,
  professionalId: string,
  page: ProfessionalBookingsQuery,
): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('professional_id', '=', professionalId)
    .where('held', 'is', null)
    .where(isInDates(page))
    .where(isBooking(page))
    .executeTakeFirstOrThrow()
  return count
}

/** The filter of a client's list. Without `when` it selects all bookings. `now` separates upcoming from past ones. */
export type ClientFilter = { clientId: string; when?: ClientBookingsQuery['when']; now: Date }

/** rule: booking-lists */
export async function clientBookingRows(db: Db, filter: ClientFilter, page: BookingsPage) {
  const [column, direction] = SORT_ORDERS[filter.when ?? 'all']
  return selectWithProfessionals(db, filter.now)
    .where(matchesFilter(filter))
    .where(isInDates(page))
    .orderBy(column, direction)
    .orderBy('bookings.id', direction)
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()
}

export async function countClientBookings(
  db: Db,
  filter: ClientFilter,
  page: BookingsPage,
): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(matchesFilter(filter))
    .where(isInDates(page))
    .executeTakeFirstOrThrow()
  return count
}

/** Undefined unless the booking belongs to this client. rule: booking-roles */
export async function clientBookingById(db: Db, clientId: string, id: string, now: Date) {
  return selectWithProfessionals(db, now)
    .where('bookings.client_id', '=', clientId)
    .where('bookings.id', '=', id)
    .executeTakeFirst()
}

/**
 * The events of a booking and its proposals after the request, oldest first. `actor_id` is null for a background job.
 */
export async function eventsOfBooking(db: Db, id: string) {
  return db
    .selectFrom('events')
    .select(['kind', 'actor_id', 'at', 'data'])
    .where('subject_id', '=', id)
    .where(({ or, eb }) => or([eb('kind', 'like', 'booking.%'), eb('kind', 'like', 'proposal.%')]))
    .where('kind', '!=', 'booking.requested')
    .orderBy('id')
    .execute()
}

const SORT_ORDERS = {
  all: ['bookings.created_at', 'desc'],
  upcoming: ['bookings.starts_at', 'asc'],
  past: ['bookings.starts_at', 'desc'],
} as const

const offsetOf = ({ page, page_size }: BookingsPage) => (page - 1) * page_size

/** Whether the date of the visit at its home lies in the wanted ones. rule: booking-lists */
function isInDates({ from, to }: BookingsPage): RawBuilder<boolean> {
  return sql<boolean>`bookings.booking_date between coalesce(${from ?? null}::date, '-infinity')
    and coalesce(${to ?? null}::date, 'infinity')`
}

const isBooking = ({ booking }: ProfessionalBookingsQuery): RawBuilder<boolean> =>
  booking ? sql<boolean>`bookings.id = ${booking}::uuid` : sql<boolean>`true`

function matchesFilter({ clientId, when, now }: ClientFilter): RawBuilder<boolean> {
  const isClients = sql`bookings.client_id = ${clientId}::uuid`
  if (!when) return sql<boolean>`${isClients}`
  const isAhead = sql`bookings.status in ('pending', 'accepted') and bookings.ends_at > ${now}::timestamptz`
  return when === 'upcoming'
    ? sql<boolean>`${isClients} and ${isAhead}`
    : sql<boolean>`${isClients} and not (${isAhead})`
}

function selectWithProfessionals(db: Db, now: Date) {
  return db
    .selectFrom('bookings')
    .innerJoin('professionals', 'professionals.user_id', 'bookings.professional_id')
    .select([
      ...BOOKING_COLUMNS,
      'bookings.city',
      'bookings.state',
      'bookings.reason',
      'bookings.reason_code',
      'professionals.user_id',
      'professionals.slug',
      'professionals.full_name',
      'professionals.profile_image',
    ])
    .select(reachableSql('bookings.professional_id').as('reachable'))
    .select([
      timesStatedSql('bookings.professional_id').as('times_stated'),
      sql<boolean>`exists (
        select from booking_hours as hours
        where hours.booking_id = bookings.id and hours.answer_until > ${now}::timestamptz)`.as(
        'may_answer_hours',
      ),
      reliabilitySql('professional', now).as('reliability'),
      LINES_SQL.as('lines'),
      openProposalSql(now).as('proposal'),
      proposalCountSql('client').as('proposals'),
      STATE_OF_SERIES_SQL.as('series'),
      BLOCKED_SQL.as('blocked'),
      sql<number>`0`.as('lead_changes'),
    ])
}
