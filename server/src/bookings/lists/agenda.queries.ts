import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { leadClosedSql } from '#server/money/leads/leads.ts'
import { busyTimesSql } from '#server/calendar/busy/busy-times.ts'
import { visibleCitySql, visibleStateSql } from './visible-booking.ts'

export type AgendaRow = Awaited<ReturnType<typeof visitsBetween>>[number]

const OPEN = 'leads.opened_at is not null'

/** A professional's pending, accepted and completed bookings that start between two instants, by start. */
export function visitsBetween(db: Db, professionalId: string, from: Date, to: Date) {
  return db
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.client_id')
    .leftJoin('leads', (join) =>
      join
        .onRef('leads.professional_id', '=', 'bookings.professional_id')
        .onRef('leads.client_id', '=', 'bookings.client_id'),
    )
    .select([
      'bookings.id',
      'bookings.status',
      'bookings.starts_at',
      'bookings.ends_at',
      'bookings.booking_time',
      'bookings.time_zone',
      'bookings.service_type',
      'bookings.reclean_of',
      'bookings.estimated_hours',
      'bookings.address',
      'bookings.zip_code',
      'bookings.notes',
      'bookings.total_cents',
      'bookings.series_id',
      'bookings.series_date',
      'bookings.cleaning_frequency',
      'bookings.instant',
      'bookings.outside_hours',
      'users.first_name',
      'users.last_name',
    ])
    .select([
      sql<boolean>`${sql.raw(OPEN)}`.as('open'),
      leadClosedSql.as('closed'),
      sql<string>`${sql.raw(visibleCitySql(OPEN))}`.as('city'),
      sql<string>`${sql.raw(visibleStateSql(OPEN))}`.as('state'),
    ])
    .where('bookings.professional_id', '=', professionalId)
    .where('bookings.held', 'is', null)
    .where('bookings.status', 'in', ['pending', 'accepted', 'completed'])
    .where('bookings.starts_at', '>=', from)
    .where('bookings.starts_at', '<', to)
    .orderBy('bookings.starts_at')
    .orderBy('bookings.id')
    .execute()
}

/** The busy times of other calendars that touch the time between two instants. */
export async function busyBetween(
  db: Db,
  professionalId: string,
  from: Date,
  to: Date,
): Promise<{ starts_at: Date; ends_at: Date }[]> {
  const { rows } = await sql<{ starts_at: Date; ends_at: Date }>`
    select starts_at, ends_at
    from (${busyTimesSql(sql`${professionalId}::uuid`, sql`${from}::timestamptz`)}) as busy
    where starts_at < ${to}::timestamptz`.execute(db)
  return rows
}
