import type { ServiceType } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'

export async function insertAnswerLink(
  db: Db,
  link: { token_hash: Buffer; booking_id: string; expires_at: Date },
): Promise<void> {
  await db.insertInto('answer_links').values(link).execute()
}

/** The pending request of a link that is still good. */
export async function requestOfLink(db: Db, tokenHash: Buffer, now: Date) {
  const found = await db
    .selectFrom('answer_links')
    .innerJoin('bookings', 'bookings.id', 'answer_links.booking_id')
    .innerJoin('users', 'users.id', 'bookings.client_id')
    .select([
      'users.first_name',
      'service_type',
      'starts_at',
      'time_zone',
      'city',
      'state',
      'zip_code',
      'estimated_hours',
      'total_cents',
      'bookings.expires_at',
    ])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('answer_links.expires_at', '>', now)
    .where('bookings.status', '=', 'pending')
    .executeTakeFirst()
  return found && { ...found, service_type: found.service_type as ServiceType }
}

/** Uses a link up, for one of those who try at once; answers what it is about. */
export async function takeAnswerLink(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .updateTable('answer_links')
    .from('bookings')
    .set({ used_at: now })
    .whereRef('bookings.id', '=', 'answer_links.booking_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('answer_links.expires_at', '>', now)
    .returning(['answer_links.booking_id', 'bookings.professional_id'])
    .executeTakeFirst()
}

export async function giveAnswerLinkBack(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('answer_links')
    .set({ used_at: null })
    .where('token_hash', '=', tokenHash)
    .execute()
}
