import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { StoredPicture } from '#server/pictures/stored-picture.ts'
import { DEMO_PEOPLE } from './demo-people.ts'

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

/**
 * Every other review answers the three questions, and the newest one of a professional has a photo. The pages of two
 * professionals are measured in the first packet of a slow phone and stay as short as they were.
 * rule: review-fields
 */
export async function writeReviewDetails(
  db: Db,
  professional: { id: string },
  { file, facts }: StoredPicture,
): Promise<void> {
  const short = [DEMO_PEOPLE.grace.email, DEMO_PEOPLE.ana.email]
  await sql`
    update reviews set on_time = rating > 2, as_agreed = rating > 3, book_again = rating > 3
    from users where users.id = professional_id and email <> all(${short}) and verified_hire
      and get_byte(uuid_send(reviews.id), 15) % 2 = 0`.execute(db)
  await sql`
    insert into review_photos (file, client_id, review_id, position, picture, created_at)
    select ${file}, client_id, id, 0, ${JSON.stringify(facts)}::jsonb, created_at from reviews
    where professional_id = ${professional.id}::uuid and state = 'public' and verified_hire
    order by created_at desc, id limit 1`.execute(db)
}
