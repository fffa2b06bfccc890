import { sql } from 'kysely'
import type { z } from 'zod'
import type { reviewsToWrite } from '#contract/market/reviews.ts'
import type { Db } from '#server/db/db.ts'
import { reachableSql } from '#server/people/listing/listed.ts'
import { instantSql } from './review-sql.ts'

/** The most visits in one answer. */
const VISITS_MAX = 50

/** How long after the end of a visit its client is asked. rule: review-asks */
const ASK_AFTER_HOURS = 2

type ToWrite = z.infer<typeof reviewsToWrite.answer>

/**
 * The visits that the client can review: the last visit with each reachable professional that took place, if it is
 * later than that of the client's newest review. rule: review-asks, review-once
 */
export async function findReviewsToWrite(db: Db, clientId: string, now: Date): Promise<ToWrite> {
  const { rows } = await sql<ToWrite['visits'][number]>`
    with last as (
      select distinct on (professional_id) id, professional_id, client_id, ends_at, time_zone from bookings
      where client_id = ${clientId}::uuid and no_show is null and status in ('completed', 'accepted')
        and ends_at <= ${now}::timestamptz - make_interval(hours => ${ASK_AFTER_HOURS})
      order by professional_id, ends_at desc, id
    )
    select last.id as booking_id, ${sql.raw(instantSql('last.ends_at'))} as ended_at, time_zone,
      jsonb_build_object('user_id', user_id, 'full_name', full_name, 'slug', slug) as professional
    from last join professionals on user_id = professional_id
    where ${reachableSql('professionals.user_id')} and not ${isReviewedSql('last')}
    order by last.ends_at desc, last.id limit ${VISITS_MAX}`.execute(db)
  return { visits: rows }
}

/** SQL over a visit: the pair has a review of it, or of a later one. rule: review-once */
export const isReviewedSql = (visit: string) => sql<boolean>`exists (
  select from reviews left join bookings as reviewed on reviewed.id = reviews.booking_id
  where reviews.professional_id = ${sql.ref(`${visit}.professional_id`)} and reviews.client_id = ${sql.ref(`${visit}.client_id`)}
    and verified_hire and coalesce(reviewed.ends_at, reviews.created_at) >= ${sql.ref(`${visit}.ends_at`)})`
