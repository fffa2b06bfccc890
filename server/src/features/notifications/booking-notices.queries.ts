import type { Db } from '#server/db/db.ts'
import type { BookingNews } from './words.ts'

/** What happened to a booking, when, and to whom it matters. */
export async function newsOf(db: Db, eventId: string) {
  const found = await db
    .selectFrom('events')
    .innerJoin('bookings', 'bookings.id', 'events.subject_id')
    .select([
      'events.kind',
      'events.actor_id',
      'bookings.id as booking_id',
      'bookings.client_id',
      'bookings.professional_id',
    ])
    .where('events.id', '=', eventId)
    .executeTakeFirst()
  return found && { ...found, kind: found.kind as `booking.${BookingNews}` }
}
