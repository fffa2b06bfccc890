import type { ServiceType, Language, Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import type { BookingNews } from './words.ts'

/** What happened to a booking, with the booking as it is now. */
export async function newsOf(db: Db, eventId: string) {
  const found = await db
    .selectFrom('events')
    .innerJoin('bookings', 'bookings.id', 'events.subject_id')
    .innerJoin('users as client', 'client.id', 'bookings.client_id')
    .innerJoin('professionals', 'professionals.user_id', 'bookings.professional_id')
    .select([
      'events.kind',
      'events.actor_id',
      'bookings.client_id',
      'bookings.professional_id',
      'bookings.service_type',
      'bookings.starts_at',
      'bookings.time_zone',
      'bookings.city',
      'bookings.state',
      'bookings.zip_code',
      'bookings.estimated_hours',
      'bookings.total_cents',
      'bookings.reason',
      'client.first_name',
      'professionals.full_name',
    ])
    .where('events.id', '=', eventId)
    .executeTakeFirst()
  return (
    found && {
      ...found,
      kind: found.kind.replace(/^booking\./, '') as BookingNews,
      service_type: found.service_type as ServiceType,
    }
  )
}

export type News = NonNullable<Awaited<ReturnType<typeof newsOf>>>

export async function readerOf(db: Db, userId: string) {
  const found = await db
    .selectFrom('users')
    .select(['role', 'email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return found && { ...found, role: found.role as Role, language: found.language as Language }
}
