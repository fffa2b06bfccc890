import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ReviewTags } from '#contract/professionals.ts'
import type { ReviewDraft } from '#contract/reviews.ts'
import type { Db } from '#server/db/db.ts'
import { saveAnswerSql } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { addJobSql } from '#server/queue/queue.ts'
import { reachableSql } from '../billing/subscription.ts'
import type { SourceTags } from '../identity/device-tags.ts'
import { lockPeopleSql } from '../identity/lock-people.ts'
import { writeRatingsSql } from '../search/search-entries.ts'
import { COUNTED_SQL, totalsSql } from './recount-reviews.ts'
import { reviewableSql, tagColumns } from './reviews.queries.ts'
import type { Pair, Reviewable } from './reviews.queries.ts'

/**
 * Locks what a new review needs until the transaction ends, in this order: both accounts, the professional, so that one
 * command at a time counts their reviews, and the client's reviews without a visit. Returns whether the client's
 * account is active, and whether there is such a professional. 'exists' would read, and lock, only the first account.
 * rule: deletion-waits, review-permission
 */
export function lockForReviewSql({ client_id, professional_id }: Pair) {
  return sql<{ signed_in: boolean; exists: boolean }>`
    with people as materialized (
      ${lockPeopleSql(client_id, professional_id)}
    ), professional as materialized (
      select user_id from professionals
      where user_id = ${professional_id}::uuid and (select bool_or(id = ${client_id}::uuid) from people)
      for no key update
    ), own_reviews as materialized (
      select pg_advisory_xact_lock(hashtextextended('review without visit ' || ${client_id}::uuid, 0)) from professional
    )
    select exists (select from people where id = ${client_id}::uuid) as signed_in,
      (select count(*) from own_reviews) > 0 as exists`
}

/** What decides whether a review may be written, and how. */
type ReviewCheck = Reviewable & {
  /** Whether the professional is reachable, or was in contact with the client. Each contact makes a lead. */
  may_write: boolean
  /** Whether the professional has written a note of the visit. */
  is_noted: boolean
  /** The seconds until the client may write another review without a visit; null: this one has a visit, or now. */
  wait: number | null
  /** Null also if one of the other facts refuses it. */
  hold: 'email' | 'too_many' | null
}

/**
 * Checks a review after `lockForReviewSql`: a statement of its own, so that it sees what was written before its caller
 * had the locks. `hold` and `mostWithoutVisit` are the limits. rule: review-permission, held-starts
 */
export function checkReviewSql(
  draft: Pair & { booking_id?: string | undefined },
  { hold, mostWithoutVisit }: { hold: RawBuilder<ReviewCheck['hold']>; mostWithoutVisit: number },
  now: Date,
) {
  const { client_id, professional_id } = draft
  return sql<ReviewCheck>`
    with reviewable as materialized (
      ${reviewableSql(draft, now)}
    ), checked as materialized (
      select reviewable.*,
        ${reachableSql('asked.id')} or exists (
          select from leads where leads.professional_id = asked.id and leads.client_id = ${client_id}::uuid
        ) as may_write,
        exists (select from client_notes where client_notes.booking_id = reviewable.booking_id) as is_noted,
        case when booking_id is null and not is_to_come then ${waitSql(client_id, mostWithoutVisit, now)} end as wait
      from reviewable, (select ${professional_id}::uuid as id) as asked
    )
    select *, case when may_write and is_known and (booking_id is not null or not has_review) and coalesce(wait, 0) <= 0
      then ${hold} end as hold
    from checked`
}

/**
 * The seconds until the client may write another review without a visit; 0: now. The caller holds the lock of
 * `lockForReviewSql`, which keeps those of one client one after the other. rule: review-permission
 */
export async function waitWithoutVisit(
  tx: Db,
  clientId: string,
  most: number,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ wait: number | null }>`
    select ${waitSql(clientId, most, now)} as wait`.execute(tx)
  return rows[0]!.wait ?? 0
}

function waitSql(clientId: string, most: number, now: Date): RawBuilder<number | null> {
  return sql`(
    select extract(epoch from created_at + interval '1 day' - ${now}::timestamptz)::float8 from reviews
    where client_id = ${clientId}::uuid and visit = 'none' and created_at > ${now}::timestamptz - interval '1 day'
    order by created_at desc offset ${most - 1}::integer limit 1)`
}

type NewReview = Pick<
  ReviewDraft,
  'client_id' | 'professional_id' | 'rating' | 'title' | 'comment'
> &
  SourceTags & {
    tags: ReviewTags | undefined
    booking_id: string | null
    created_at: Date
    state: 'public' | 'sealed' | 'held'
    public_at: Date
  }

/**
 * Writes the review with its event, job and saved answer, which is `answer` and the id, and selects the id. The trigger
 * 'reviews_verify_hire' decides whether it counts. Then the totals and the ratings in search change too: the statement
 * does not see the row that it inserts, so it counts that one beside the stored ones. The note about the visit is
 * revealed. The caller holds the locks of `lockForReviewSql`. rule: review-counts, client-notes
 */
export function writeReviewSql(
  { tags, ...review }: NewReview,
  answer: object,
  idempotency: Idempotency | undefined,
) {
  const { on_time, as_agreed, book_again } = tagColumns(tags)
  const { professional_id, client_id, booking_id, created_at } = review
  return sql<{ id: string }>`
    with review as (
      insert into reviews (
        professional_id, client_id, rating, title, comment, on_time, as_agreed, book_again,
        network_tag, device_tag, booking_id, created_at, state, public_at)
      values (
        ${professional_id}, ${client_id}, ${review.rating}, ${review.title}, ${review.comment}, ${on_time}, ${as_agreed},
        ${book_again}, ${review.network_tag}, ${review.device_tag}, ${booking_id}, ${created_at}, ${review.state},
        ${review.public_at})
      returning *
    ), note as (
      update client_notes set revealed_at = coalesce(revealed_at, ${created_at}::timestamptz)
      from review where client_notes.booking_id = ${booking_id}::uuid and state <> 'held'
    ), event as (
      insert into events (kind, subject_id, actor_id) select 'review.submitted', id, client_id from review where state <> 'held'
    ), notice as (
      select ${addJobSql('notify-review', sql`json_build_object('review_id', id)`)} as job from review where state = 'public'
    ), saved_answer as (
      ${saveAnswerSql(idempotency, {
        answer: sql`jsonb_build_object('review_id', id) || ${JSON.stringify(answer)}::jsonb`,
        from: sql.table('review'),
      })}
    ), ${totalsSql(sql`select * from reviews where professional_id = ${professional_id}::uuid union all select * from review`)},
    recounted as (
      update professionals set ${COUNTED_SQL}
      from (select ${professional_id}::uuid as id) as asked left join totals on totals.professional_id = asked.id
      where professionals.user_id = asked.id and exists (select from review where verified_hire and state = 'public')
      returning professionals.user_id, professionals.rating_sum, professionals.total_reviews
    ), entries as (
      ${writeRatingsSql(sql.table('recounted'))}
    )
    -- PostgreSQL runs 'notice' only because its rows are counted here.
    select id, (select count(job) from notice) as notices from review`
}
