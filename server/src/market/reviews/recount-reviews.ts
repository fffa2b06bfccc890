import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { writeSearchEntries } from '#server/people/listing/search-entries.ts'
import { PAIR_SQL, REVIEW_SQL } from './review-sql.ts'

/** How many of the newest reviews that count a card shows. rule: review-counts */
const LATEST_REVIEWS = 3

/**
 * Recounts the reviews of these professionals: rating, number and the newest on their cards, and refreshes search. Call
 * it in the transaction that changes reviews. rule: review-counts
 */
export async function recountReviews(db: Db, professionalIds: string[]): Promise<void> {
  if (professionalIds.length === 0) return
  await sql`
    select from professionals where user_id = any(${professionalIds}::uuid[])
    order by user_id for no key update`.execute(db)
  await sql`
    with current as (
      select *, row_number() over (${sql.raw(PAIR_SQL)}) as place_in_pair from reviews
      where professional_id = any(${professionalIds}::uuid[]) and verified_hire and state = 'public'
    ), counted as (
      select reviews.professional_id, reviews.rating, reviews.created_at, ${sql.raw(REVIEW_SQL)} as card,
        row_number() over (partition by reviews.professional_id order by reviews.created_at desc, reviews.id desc) as place
      from current as reviews join users on users.id = reviews.client_id
      where reviews.place_in_pair = 1
    ), totals as (
      select professional_id, sum(rating)::integer as rating_sum, count(*)::integer as total_reviews,
        jsonb_agg(card order by place) filter (where place <= ${LATEST_REVIEWS}) as latest_reviews
      from counted group by professional_id
    )
    update professionals set
      rating_sum = coalesce(totals.rating_sum, 0),
      total_reviews = coalesce(totals.total_reviews, 0),
      latest_reviews = coalesce(totals.latest_reviews, '[]')
    from unnest(${professionalIds}::uuid[]) as asked (id) left join totals on totals.professional_id = asked.id
    where professionals.user_id = asked.id`.execute(db)
  await writeSearchEntries(db, professionalIds)
}
