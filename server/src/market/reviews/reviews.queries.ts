import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { ReviewAnswer, ReviewTags, WrittenReview } from '#contract/market/professionals.ts'
import { REVIEW_EDIT_DAYS } from '#contract/market/review-rules.ts'
import type { Db, Tx } from '#server/db/db.ts'
import type { Reviews } from '#server/db/types.ts'
import { reachableSql } from '#server/people/listing/listed.ts'
import { ANSWER_SQL, instantSql, REVIEW_DETAILS_SQL } from './review-sql.ts'

export type Pair = { client_id: string; professional_id: string }

/**
 * Locks the professional's row until the transaction ends, so that one command at a time counts their reviews. Returns
 * false if there is no such professional.
 */
export async function lockReviewsOf(tx: Db, professionalId: string): Promise<boolean> {
  const { rows } = await sql`
    select from professionals where user_id = ${professionalId}::uuid for no key update`.execute(tx)
  return rows.length > 0
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

/** The facts about reviews and visits of a pair that decide whether it can have a review now. rule: review-once */
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
  const { rows } = await sql<Reviewable>`
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
 * Whether a client may review the professional: they are reachable, or the two were in contact, which makes a lead.
 * rule: review-once
 */
export async function mayReview(db: Db, { client_id, professional_id }: Pair): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select ${reachableSql('asked.id')} or exists (
      select from leads where leads.professional_id = asked.id and leads.client_id = ${client_id}::uuid
    ) as may
    from (select ${professional_id}::uuid as id) as asked`.execute(db)
  return rows[0]!.may
}

/**
 * When the client wrote the review without a visit that is the last one of `most` in a day; undefined: not yet.
 * rule: review-once
 */
export async function lastWithoutVisit(
  db: Db,
  clientId: string,
  most: number,
  now: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from reviews
    where client_id = ${clientId}::uuid and visit = 'none' and created_at > ${now}::timestamptz - interval '1 day'
    order by created_at desc offset ${most - 1}::integer limit 1`.execute(db)
  return rows[0]?.created_at
}

/** Writes a review. The trigger 'reviews_verify_hire' decides whether it counts. rule: review-counts */
export async function insertReview(
  tx: Tx,
  review: Insertable<Reviews>,
): Promise<{ id: string; verified_hire: boolean }> {
  return tx
    .insertInto('reviews')
    .values(review)
    .returning(['id', 'verified_hire'])
    .executeTakeFirstOrThrow()
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
