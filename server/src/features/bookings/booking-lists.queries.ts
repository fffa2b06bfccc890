import { sql } from 'kysely'
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

export type BookingRow = Awaited<ReturnType<typeof rowsOfClient>>[number]
export type ProfessionalRow = Awaited<ReturnType<typeof rowsOfProfessional>>[number]

/** A professional's bookings with their clients, newest first. */
export async function rowsOfProfessional(db: Db, professionalId: string) {
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
      sql<number>`case when bookings.status = 'pending' then (
        select count(*) from bookings as accepted
        where accepted.professional_id = bookings.professional_id and accepted.status = 'accepted'
          and tstzrange(accepted.starts_at, accepted.ends_at) && tstzrange(bookings.starts_at, bookings.ends_at)
      ) else 0 end::int`.as('clashes'),
    ])
    .where('bookings.professional_id', '=', professionalId)
    .orderBy('bookings.created_at', 'desc')
    .orderBy('bookings.id', 'desc')
    .execute()
}

/** A client's bookings with their professionals, newest first. */
export async function rowsOfClient(db: Db, clientId: string) {
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
    .where('bookings.client_id', '=', clientId)
    .orderBy('bookings.created_at', 'desc')
    .orderBy('bookings.id', 'desc')
    .execute()
}
