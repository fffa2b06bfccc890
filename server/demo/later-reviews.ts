import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * Two more reviews of a pair: one of their last visit, sealed until its professional writes a note or 7 days have
 * passed, and one of an early visit, which stands as the earlier one. rule: review-states, review-order
 */
export async function writeLaterReviews(
  db: Db,
  professional: { id: string },
  client: { id: string },
  now: Date,
): Promise<void> {
  await sql`
    with visit as (
      select id, ends_at, row_number() over (order by ends_at desc) = 1 as is_last, row_number() over (order by ends_at) = 1 as is_first
      from bookings
      where professional_id = ${professional.id}::uuid and client_id = ${client.id}::uuid
        and status = 'completed' and no_show is null
        and not exists (select from reviews where booking_id = bookings.id)
    )
    insert into reviews (professional_id, client_id, rating, title, comment, booking_id, created_at, state, public_at)
    select ${professional.id}::uuid, ${client.id}::uuid, 4, 'Careful, and took a little longer',
      'The oven was left out, but everything else shines. We spoke about it the same evening.', id,
      least(ends_at + interval '3 hours', ${now}::timestamptz), 'sealed', ends_at + interval '7 days'
    from visit where is_last
    union all
    select ${professional.id}::uuid, ${client.id}::uuid, 5, 'A good start',
      'On time, with a list, and the dog was told who comes.', id, ends_at + interval '20 hours', 'public', null
    from visit where is_first and not is_last`.execute(db)
}
