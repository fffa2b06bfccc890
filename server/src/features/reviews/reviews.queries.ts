import { sql } from 'kysely'
import type { ReviewAnswer, ReviewTags, WrittenReview } from '#contract/professionals.ts'
import { REVIEW_EDIT_DAYS } from '#contract/review-rules.ts'
import type { ReviewDraft } from '#contract/reviews.ts'
import type { Db } from '#server/db/db.ts'
import type { SourceTags } from '../identity/device-tags.ts'
import { lockPeopleSql } from '../identity/lock-people.ts'
import { ANSWER_SQL, instantSql, REVIEW_DETAILS_SQL } from './review-sql.ts'

export type Pair = { client_id: string; professional_id: string }

/**
 * Locks the professional's row until the transaction ends, so that one command at a time counts their reviews. Returns
 * false if there is no such professional.
 */
export async function lockReviewsOf(tx: Db, professionalId: string): Promise<boolean> {
  const { rows } = await sql`/* prepared lock_reviews */
    select from professionals where user_id = ${professionalId}::uuid for no key update`.execute(tx)
  return rows.length > 0
}

/**
 * Locks what a new review needs until the transaction ends, in this order: both accounts, the professional, so that one
 * command at a time counts their reviews, and the client's reviews without a visit. Returns whether the client's
 * account is active, and whether there is such a professional. 'exists' would read, and lock, only the first account.
 * rule: deletion-waits, review-permission
 */
export async function lockForReview(
  tx: Db,
  { client_id, professional_id }: Pair,
): Promise<{ signed_in: boolean; exists: boolean }> {
  const { rows } = await sql<{ signed_in: boolean; exists: boolean }>`/* prepared lock_for_review */
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
      (select count(*) from own_reviews) > 0 as exists`.execute(tx)
  return rows[0]!
}

/** Whether the two were ever in contact: by a booking, a contact or a message. Each of them makes a lead. */
export async function wereInContact(
  db: Db,
  { client_id, professional_id }: Pair,
): Promise<boolean> {
  const lead = await db
    .selectFrom('leads')
    .select('client_id')
    .where('professional_id', '=', professional_id)
    .where('client_id', '=', client_id)
    .executeTakeFirst()
  return lead !== undefined
}

/** The client's newest review of the professional, as its writer sees it. */
export async function newestReviewOf(
  db: Db,
  { client_id, professional_id }: Pair,
  now: Date,
): Promise<WrittenReview | undefined> {
  const newest = await db
    .selectFrom('reviews')
    .select('id')
    .where('professional_id', '=', professional_id)
    .where('client_id', '=', client_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return newest && writtenReview(db, newest.id, now)
}

/** A review as its writer sees it. rule: review-states, review-edit */
export async function writtenReview(
  db: Db,
  id: string,
  now: Date,
): Promise<WrittenReview | undefined> {
  const { rows } = await sql<{ review: WrittenReview }>`
    select ${sql.raw(REVIEW_DETAILS_SQL)} - 'visit' || jsonb_build_object(
      'rating', rating, 'title', title, 'comment', comment, 'state', state,
      'created_at', ${sql.raw(instantSql('created_at'))},
      'public_at', ${sql.raw(instantSql('public_at'))},
      'may_edit', edited_at is null and (state = 'held' or public_at > ${now}::timestamptz - make_interval(days => ${REVIEW_EDIT_DAYS}))
    ) as review
    from reviews where id = ${id}::uuid`.execute(db)
  return rows[0]?.review
}

/** What a review of a pair may follow now. rule: review-once */
export type Reviewable = {
  has_review: boolean
  /** Whether the named visit is one of the pair. */
  is_known: boolean
  /** A visit of the pair is accepted, and its end has not passed. */
  is_to_come: boolean
  /** The named visit, else the last one, that took place after the visit of the pair's newest review. */
  booking_id: string | null
  ends_at: Date | null
}

/** Reads the reviews and visits of the pair. A named visit that has not taken place counts as none. */
export async function findReviewable(
  db: Db,
  { client_id, professional_id, booking_id }: Pair & { booking_id?: string | undefined },
  now: Date,
): Promise<Reviewable> {
  const named = sql`${booking_id ?? null}::uuid`
  const { rows } = await sql<Reviewable>`/* prepared find_reviewable */
    with written as (
      select reviews.id, case when verified_hire then coalesce(bookings.ends_at, reviews.created_at) end as visit_end
      from reviews left join bookings on bookings.id = booking_id
      where reviews.professional_id = ${professional_id}::uuid and reviews.client_id = ${client_id}::uuid
    ), visits as (
      select id, status, ends_at, no_show is null and (status = 'completed' or status = 'accepted' and ends_at <= ${now}::timestamptz) as took_place
      from bookings where professional_id = ${professional_id}::uuid and client_id = ${client_id}::uuid
    )
    select exists (select from written) as has_review,
      ${named} is null or exists (select from visits where id = ${named}) as is_known,
      exists (select from visits where status = 'accepted' and ends_at > ${now}::timestamptz) as is_to_come, visit.id as booking_id, visit.ends_at
    from (values (1)) as one left join lateral (
      select id, ends_at from visits
      where took_place and ends_at > coalesce((select max(visit_end) from written), '-infinity')
        and id = coalesce((select id from visits where id = ${named} and took_place), id)
      order by ends_at desc, id limit 1
    ) as visit on true`.execute(db)
  return rows[0]!
}

/**
 * The seconds until the client may write another review without a visit; 0: now. The caller holds the lock of
 * `lockForReview`, which keeps those of one client one after the other. rule: review-permission
 */
export async function waitWithoutVisit(
  tx: Db,
  clientId: string,
  most: number,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ wait: number }>`/* prepared wait_without_visit */
    select extract(epoch from created_at + interval '1 day' - ${now}::timestamptz)::float8 as wait from reviews
    where client_id = ${clientId}::uuid and visit = 'none' and created_at > ${now}::timestamptz - interval '1 day'
    order by created_at desc offset ${most - 1}::integer limit 1`.execute(tx)
  return rows[0]?.wait ?? 0
}

type NewReview = Omit<ReviewDraft, 'booking_id' | 'tags' | 'photo_ids'> &
  SourceTags & {
    tags: ReviewTags | undefined
    booking_id: string | null
    created_at: Date
    state: 'public' | 'sealed' | 'held'
    public_at: Date
  }

/** Writes the review. The trigger 'reviews_verify_hire' decides whether it counts. Returns its id. */
export async function insertReview(tx: Db, { tags, ...review }: NewReview): Promise<string> {
  const { id } = await tx
    .insertInto('reviews')
    .values({ ...review, ...tagColumns(tags) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The columns of a review's answers; null: not answered. */
export function tagColumns(tags: ReviewTags | undefined) {
  return {
    on_time: tags?.on_time ?? null,
    as_agreed: tags?.as_agreed ?? null,
    book_again: tags?.book_again ?? null,
  }
}

type LockedReview = { professional_id: string; answer: ReviewAnswer | null }

/** Locks the review until the transaction ends, if it is public and of this professional. */
export async function lockReview(
  tx: Db,
  professionalId: string,
  id: string,
): Promise<LockedReview | undefined> {
  const { rows } = await sql<LockedReview>`
    select professional_id, case when answer is not null then ${sql.raw(ANSWER_SQL)} end as answer
    from reviews where id = ${id}::uuid and professional_id = ${professionalId}::uuid and state = 'public'
    for update`.execute(tx)
  return rows[0]
}

export async function writeAnswer(tx: Db, id: string, text: string, now: Date): Promise<void> {
  await tx
    .updateTable('reviews')
    .set({ answer: text, answered_at: now })
    .where('id', '=', id)
    .execute()
}
