import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { BookingsPage, ClientBookingsQuery, ProfessionalBooking } from '#contract/bookings.ts'
import type { Db } from '#server/db/db.ts'
import { reachableSql } from '../billing/subscription.ts'

const fields = [
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
  'bookings.city',
  'bookings.state',
  'bookings.zip_code',
  'bookings.notes',
  'bookings.estimated_hours',
  'bookings.hourly_rate_cents',
  'bookings.total_cents',
  'bookings.reason',
  'bookings.cancelled_by',
  'bookings.created_at',
  'bookings.expires_at',
] as const

export type ClientRow = Awaited<ReturnType<typeof rowsOfClient>>[number]
export type ProfessionalRow = Awaited<ReturnType<typeof rowsOfProfessional>>[number]
/** A row of `latestOfProfessionalSql`: its instants are ISO texts, its wall time has seconds. */
export type LatestRow =
  ReturnType<typeof latestOfProfessionalSql> extends RawBuilder<(infer Row)[]> ? Row : never

/** A page of a professional's bookings with their clients, newest first. */
export async function rowsOfProfessional(db: Db, professionalId: string, page: BookingsPage) {
  return withClients(db, professionalId).limit(page.page_size).offset(offsetOf(page)).execute()
}

/** Every pending booking of a professional, and her latest `others` beside them; newest first, as JSON inside of another statement. */
export function latestOfProfessionalSql(db: Db, professionalId: string, others: number) {
  return jsonArrayFrom(
    withClients(db, professionalId).where(
      sql<boolean>`(bookings.status = 'pending' or bookings.id in (
        select latest.id from bookings as latest
        where latest.professional_id = ${professionalId}::uuid and latest.status <> 'pending'
        order by latest.created_at desc, latest.id desc limit ${others}))`,
    ),
  )
}

function withClients(db: Db, professionalId: string) {
  return db
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.client_id')
    .leftJoin('leads', (join) =>
      join
        .onRef('leads.professional_id', '=', 'bookings.professional_id')
        .onRef('leads.client_id', '=', 'bookings.client_id'),
    )
    .select([...fields, 'users.first_name', 'users.last_name', 'users.email', 'users.phone'])
    .select([
      sql<boolean>`leads.opened_at is not null`.as('open'),
      sql<boolean>`${sql.raw(reachableSql('bookings.professional_id'))}`.as('reachable'),
      sql<ProfessionalBooking['clashes']>`${sql.raw(CLASHES_SQL)}`.as('clashes'),
    ])
    .where('bookings.professional_id', '=', professionalId)
    .orderBy('bookings.created_at', 'desc')
    .orderBy('bookings.id', 'desc')
}

/** What she accepted at the time of a pending booking. */
const CLASHES_SQL = `case when bookings.status = 'pending' then (
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
    and tstzrange(accepted.starts_at, accepted.ends_at) && tstzrange(bookings.starts_at, bookings.ends_at)
) else '[]' end`

/** How many bookings a professional has. */
export async function countOfProfessional(db: Db, professionalId: string): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('professional_id', '=', professionalId)
    .executeTakeFirstOrThrow()
  return count
}

/** Whose bookings, and which of them; `now` parts what is to come from what was. */
export type ClientsOf = { clientId: string; when?: ClientBookingsQuery['when']; now: Date }

/** A page of a client's bookings with their professionals, in the order of the contract. */
export async function rowsOfClient(db: Db, which: ClientsOf, page: BookingsPage) {
  const [order, direction] = ORDERS[which.when ?? 'all']
  return withProfessionals(db)
    .where(thoseOf(which))
    .orderBy(order, direction)
    .orderBy('bookings.id', direction)
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()
}

/** How many bookings of that kind a client has. */
export async function countOfClient(db: Db, which: ClientsOf): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(thoseOf(which))
    .executeTakeFirstOrThrow()
  return count
}

/** One booking, if it is this client's. */
export async function rowOfClient(db: Db, clientId: string, id: string) {
  return withProfessionals(db)
    .where('bookings.client_id', '=', clientId)
    .where('bookings.id', '=', id)
    .executeTakeFirst()
}

/** What was recorded of a booking after it was asked for, oldest first; `actor_id` null is the clock. */
export async function eventsOfBooking(db: Db, id: string) {
  return db
    .selectFrom('events')
    .select(['kind', 'actor_id', 'at'])
    .where('subject_id', '=', id)
    .where('kind', 'like', 'booking.%')
    .where('kind', '!=', 'booking.requested')
    .orderBy('id')
    .execute()
}

const ORDERS = {
  all: ['bookings.created_at', 'desc'],
  upcoming: ['bookings.starts_at', 'asc'],
  past: ['bookings.starts_at', 'desc'],
} as const

const offsetOf = ({ page, page_size }: BookingsPage) => (page - 1) * page_size

function thoseOf({ clientId, when, now }: ClientsOf): RawBuilder<boolean> {
  const isClients = sql`bookings.client_id = ${clientId}::uuid`
  if (!when) return sql<boolean>`${isClients}`
  const isAhead = sql`bookings.status in ('pending', 'accepted') and bookings.ends_at > ${now}::timestamptz`
  return when === 'upcoming'
    ? sql<boolean>`${isClients} and ${isAhead}`
    : sql<boolean>`${isClients} and not (${isAhead})`
}

function withProfessionals(db: Db) {
  return db
    .selectFrom('bookings')
    .innerJoin('professionals', 'professionals.user_id', 'bookings.professional_id')
    .select([
      ...fields,
      'professionals.user_id',
      'professionals.slug',
      'professionals.full_name',
      'professionals.profile_image',
    ])
    .select(sql<boolean>`${sql.raw(reachableSql('bookings.professional_id'))}`.as('reachable'))
}
