import { sql } from 'kysely'
import type { Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'

export type VisitRow = NonNullable<Awaited<ReturnType<typeof visitOfSide>>>

/** The booking, if it is one of this person's, with both sides' names and her own language; `open` when its lead is. */
export async function visitOfSide(db: Db, person: { id: string; role: Role }, id: string) {
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
    .where('bookings.id', '=', id)
    .where(
      person.role === 'client' ? 'bookings.client_id' : 'bookings.professional_id',
      '=',
      person.id,
    )
    .executeTakeFirst()
}
