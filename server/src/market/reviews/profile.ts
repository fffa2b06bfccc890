import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { ANSWER_CAPTION_HOURS, MEASURED_ANSWERS_MIN } from '#contract/bookings/booking-rules.ts'
import type { ProfileProfessional } from '#contract/market/professionals.ts'
import type { OwnReview } from '#contract/market/reviews.ts'
import type { Db } from '#server/db/db.ts'
import { reachableSql } from '#server/people/listing/listed.ts'
import { KEPT_SQL, publicReliabilitySql } from '../professionals/reliability.ts'
import { loadOffer } from '../offer/load-offer.ts'
import { publicOfferOf } from '../offer/offer-document.ts'
import {
  PUBLIC_COLUMNS_SQL,
  PUBLIC_RATES_SQL,
  PUBLIC_TABLES_SQL,
  PUBLIC_TIMES_SQL,
} from '#server/people/listing/public-professional.ts'
import { BACKGROUND_CHECK_SQL, badgesSql } from '#server/trust/verification/badge.ts'
import { consentedPairsOf } from './consented-pairs.ts'
import { FACTS_SQL, PAIR_SQL, REVIEW_DETAILS_SQL, REVIEW_SQL } from './review-sql.ts'

/** The most reviews in one answer; those that count come first. rule: review-order */
const REVIEWS_MAX = 500

export type Profile = {
  /** Reviews with their ids; the contract removes the ids from public answers. */
  professional: ProfileProfessional & { reviews: OwnReview[] }
  /** The number of reviews that count, for one star to five. */
  rating_distribution: number[]
}

/**
 * Whether a row of bookings began as a request: nobody answers an instant booking, a re-clean or a series' later visit.
 */
const IS_REQUEST_SQL = sql<boolean>`(not instant and reclean_of is null
          and (series_id is null or exists (select from series where series.request_id = bookings.id)))`

type ProfileKey = { slug: string } | { userId: string; viewerId: string | undefined }

/**
 * A reachable professional with their offer, reviews, consented pairs of photos, completed bookings and answer time, by
 * slug or by id. The professional with the id `viewerId` sees their own profile even when not reachable.
 * rule: profile-addresses, review-order, profile-content
 */
export async function findProfile(db: Db, by: ProfileKey, now: Date): Promise<Profile | undefined> {
  const { rows } = await profileSql(by, now).execute(db)
  const [profile] = rows
  if (!profile) return undefined
  const offer = await loadOffer(db, profile.professional.user_id)
  const pairs = await consentedPairsOf(db, profile.professional.user_id)
  const professional = {
    ...profile.professional,
    ...(offer?.version ? { offer: publicOfferOf(offer) } : {}),
    ...(pairs.length > 0 ? { consented_pairs: pairs } : {}),
  }
  return { ...profile, professional }
}

/** The SQL statement of `findProfile`, which can be part of another one. It has no row if there is no such profile. */
export function profileSql(by: ProfileKey, now: Date): RawBuilder<Profile> {
  const isRequested =
    'slug' in by
      ? sql`professionals.slug = ${by.slug} and ${reachableSql('professionals.user_id')}`
      : sql`professionals.user_id = ${by.userId}
          and (professionals.user_id = ${by.viewerId ?? null} or ${reachableSql('professionals.user_id')})`
  return sql<Profile>`
    with card as (
      select ${sql.raw(PUBLIC_COLUMNS_SQL)}, images, frequencies as frequencies_offered,
        ${sql.raw(BACKGROUND_CHECK_SQL)} as background_check, ${badgesSql(now)} as badges
      from ${sql.raw(PUBLIC_TABLES_SQL)}
      where ${isRequested}
    ), shown as (
      select reviews.rating, place, place = 1 and reviews.verified_hire as counted, newest,
        ${sql.raw(REVIEW_SQL)} || ${sql.raw(REVIEW_DETAILS_SQL)}
          || jsonb_build_object('earlier', pair_count - place) as review, on_time, as_agreed, book_again
      from (
        select *, row_number() over pair as place, count(*) over (partition by client_id) as pair_count,
          first_value((verified_hire, created_at, id)) over pair as newest
        from reviews where professional_id = (select user_id from card) and state = 'public'
        window pair as (${sql.raw(PAIR_SQL)})
      ) as reviews join users on users.id = reviews.client_id
    ), requests as (
      select *, unanswered or answered_after >= make_interval(hours => ${ANSWER_CAPTION_HOURS}) as is_late
      from (select status, ${KEPT_SQL} as is_kept, answered_at - created_at as answered_after,
        -- A request that its client cancelled waited for an answer until then. What was booked at once asked for none.
        answered_at is null and ${IS_REQUEST_SQL} and (status = 'pending' or status = 'declined' and reason = 'expired'
            or status = 'cancelled' and cancelled_by = 'client')
          and created_at <= coalesce(cancelled_at, ${now}::timestamptz) - make_interval(hours => ${ANSWER_CAPTION_HOURS}) as unanswered
        from bookings where professional_id = (select user_id from card) and held is null) as request
    ), work as (
      select
        count(*) filter (where is_kept) as completed_bookings,
        -- The middle is an answer while more requests were answered than not.
        case when (count(answered_after) >= ${MEASURED_ANSWERS_MIN} or bool_or(is_late))
            and count(answered_after) > count(*) filter (where unanswered) then ceil(
          percentile_cont(0.5) within group (
            order by case when unanswered then 'infinity' else extract(epoch from answered_after)::float8 end) / 60
        )::integer end as median_answer_minutes,
        count(*) filter (where unanswered) >= greatest(count(answered_after), 1) as leaves_unanswered
      from requests
    )
    select
      (to_jsonb(card) - case when badges is null then 'badges' else '' end) || to_jsonb(work) || coalesce(${sql.raw(PUBLIC_TIMES_SQL)}, '{}')
        || coalesce(${sql.raw(PUBLIC_RATES_SQL)}, '{}') || jsonb_build_object('reliability', ${publicReliabilitySql(sql.ref('card.user_id'), now)},
        'review_facts', (select ${sql.raw(FACTS_SQL)} from shown where counted), 'reviews', coalesce((
        select jsonb_agg(review order by newest desc, place)
        from (select * from shown order by newest desc, place limit ${REVIEWS_MAX}) as first
      ), '[]')) as professional,
      array(
        select (select count(*)::integer from shown where counted and rating = star)
        from generate_series(1, 5) as star order by star
      ) as rating_distribution
    from card cross join work`
}
