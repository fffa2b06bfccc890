import { sql } from 'kysely'
import type { Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'

export type VisitRow = NonNullable<Awaited<ReturnType<typeof visitOfSide>>>

/** The booking, if it is one of this person's. */
export async function visitOfSide(db: Db, person: { id: string; role: Role }, id: string) {
  return visitsOf(db, person).where('bookings.id', '=', id).executeTakeFirst()
}

/** What a professional has before her: requests and accepted visits, the next first. */
export async function visitsAhead(db: Db, professionalId: string): Promise<VisitRow[]> {
  return visitsOf(db, { id: professionalId, role: 'professional' })
    .where('bookings.status', 'in', ['pending', 'accepted'])
    .orderBy('bookings.starts_at')
    .execute()
}

/** Somebody's bookings with both sides' names and her own language; `open` when the lead is. */
function visitsOf(db: Db, person: { id: string; role: Role }) {
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
      'professionals.full_name',
      'client.first_name',
      'client.last_name',
      'reader.language',
    ])
    .select(sql<boolean>`leads.opened_at is not null`.as('open'))
    .where(
      person.role === 'client' ? 'bookings.client_id' : 'bookings.professional_id',
      '=',
      person.id,
    )
}
