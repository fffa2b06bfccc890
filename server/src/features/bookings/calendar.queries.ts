import { sql } from 'kysely'
import type { Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { LEAD_CHANGES_SQL } from './proposals.queries.ts'

/**
 * A booking with the names of both sides, the language of the reader's account, whether the lead is `open`, and how
 * often that changed.
 */
export type VisitRow = NonNullable<Awaited<ReturnType<typeof visitOfPerson>>>

/** A booking. Undefined unless this person is one of its sides. */
export async function visitOfPerson(db: Db, person: { id: string; role: Role }, id: string) {
  return selectVisits(db, person).where('bookings.id', '=', id).executeTakeFirst()
}

/** A professional’s pending and accepted bookings, by start. rule: calendar-feed */
export async function visitsOfFeed(db: Db, professionalId: string): Promise<VisitRow[]> {
  return selectVisits(db, { id: professionalId, role: 'professional' })
    .where('bookings.status', 'in', ['pending', 'accepted'])
    .orderBy('bookings.starts_at')
    .execute()
}

function selectVisits(db: Db, person: { id: string; role: Role }) {
  return db
    .selectFrom('bookings')
    .innerJoin('professionals', 'professionals.user_id', 'bookings.professional_id')
    .innerJoin('users as client', 'client.id', 'bookings.client_id')
    .innerJoin('users as reader', (join) => join.on('reader.id', '=', person.id))
    .leftJoin('leads', (join) =>
      join
        .onRef('leads.professional_id', '=', 'bookings.professional_id')
        .onRef('leads.client_id', '=', 'bookings.client_id'),
    )
    .select([
      'bookings.id',
      'bookings.status',
      'bookings.service_type',
      'bookings.starts_at',
      'bookings.ends_at',
      'bookings.address',
      'bookings.city',
      'bookings.state',
      'bookings.zip_code',
      'bookings.sequence',
      'professionals.full_name',
      'client.first_name',
      'client.last_name',
      'reader.language',
    ])
    .select([
      sql<boolean>`leads.opened_at is not null`.as('open'),
      sql<number>`coalesce(${LEAD_CHANGES_SQL}, 0)`.as('lead_changes'),
    ])
    .where(
      person.role === 'client' ? 'bookings.client_id' : 'bookings.professional_id',
      '=',
      person.id,
    )
}

/** When a professional's calendar feed URL was created. Undefined without one. */
export async function feedOf(db: Db, professionalId: string) {
  return db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('professional_id', '=', professionalId)
    .executeTakeFirst()
}

/** The professional whose calendar feed URL has this token hash. */
export async function ownerOfFeed(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select('professional_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return feed?.professional_id
}

/** Stores the hash of a new token. It replaces the previous one. */
export async function writeFeed(
  db: Db,
  professionalId: string,
  token_hash: Buffer,
  created_at: Date,
): Promise<void> {
  await db
    .insertInto('calendar_feeds')
    .values({ professional_id: professionalId, token_hash, created_at })
    .onConflict((conflict) =>
      conflict.column('professional_id').doUpdateSet({ token_hash, created_at }),
    )
    .execute()
}

export async function deleteFeed(db: Db, professionalId: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('professional_id', '=', professionalId).execute()
}
