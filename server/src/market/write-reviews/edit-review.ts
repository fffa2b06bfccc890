import { sql } from 'kysely'
import type { WrittenReview } from '#contract/market/professionals.ts'
import { REVIEW_EDIT_DAYS } from '#contract/market/review-rules.ts'
import { REVIEW_TAGS } from '#contract/market/review-tags.ts'
import type { ReviewState } from '#contract/market/review-rules.ts'
import type { ReviewContent, ReviewVersion } from '#contract/market/reviews.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { lockCaller } from '#server/people/person/lock-people.ts'
import { recountReviews } from '../reviews/recount-reviews.ts'
import { setReviewPhotos } from '../reviews/review-photos.ts'
import { instantSql, TAGS_SQL } from '../reviews/review-sql.ts'
import { lockReviewsOf, tagColumns, writtenReview } from '../reviews/reviews.queries.ts'

/**
 * The client's one edit of a review. One transaction keeps what stood before, writes the new content, its event and the
 * professional's rating. What the review says already changes nothing. Refusals: 'review_not_found' also for another
 * person's, 'review_edited', 'too_late', 'image_not_found'. rule: review-edit
 */
export async function editReview(
  { db, clock }: Context,
  actor: Actor,
  reviewId: string,
  content: ReviewContent,
): Promise<WrittenReview> {
  const id = Id.safeParse(reviewId).data ?? refuse('review_not_found')
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, actor.id)
    const { professional_id } = (await ownReview(tx, actor.id, id)) ?? refuse('review_not_found')
    await lockReviewsOf(tx, professional_id)
    const before = (await ownReview(tx, actor.id, id))!
    const after = {
      rating: content.rating,
      title: content.title,
      comment: content.comment,
      ...(content.tags ? tagColumns(content.tags) : before.tags),
    }
    const files = content.photo_ids ?? before.files
    if (isSame({ ...before, ...before.tags }, after) && isSame(before.files, files)) {
      return (await writtenReview(tx, id, now))!
    }
    if (before.edited_at) refuse('review_edited')
    const isOver = +before.public_at + REVIEW_EDIT_DAYS * 86_400_000 <= +now
    // The days begin with the publication, which a held review waits for.
    if (before.state !== 'held' && isOver) refuse('too_late')
    await sql`
      insert into review_versions (review_id, rating, title, comment, on_time, as_agreed, book_again, written_at)
      select id, rating, title, comment, on_time, as_agreed, book_again, created_at from reviews where id = ${id}::uuid`.execute(
      tx,
    )
    await tx
      .updateTable('reviews')
      .set({ ...after, edited_at: now })
      .where('id', '=', id)
      .execute()
    await setReviewPhotos(tx, { id, client_id: actor.id }, files, now)
    if (before.state !== 'held') {
      await recordEvent(tx, { kind: 'review.edited', subjectId: id, actorId: actor.id, at: now })
    }
    await recountReviews(tx, [professional_id])
    return (await writtenReview(tx, id, now))!
  })
}

/**
 * The content of a review now, and before its edit. Refuses 'review_not_found' unless the reader wrote it, or it is
 * public and about them. rule: review-edit
 */
export async function readVersions(
  db: Db,
  actor: Actor,
  reviewId: string,
): Promise<ReviewVersion[]> {
  const id = Id.safeParse(reviewId).data ?? refuse('review_not_found')
  const { rows } = await sql<ReviewVersion>`
    with mine as (
      select * from reviews where id = ${id}::uuid
        and (client_id = ${actor.id}::uuid or professional_id = ${actor.id}::uuid and state = 'public')
    ), versions as (
      select rating, title, comment, ${sql.raw(TAGS_SQL)} as tags, coalesce(edited_at, created_at) as written from mine as reviews
      union all
      select old.rating, old.title, old.comment, ${sql.raw(TAGS_SQL.replaceAll('reviews.', 'old.'))}, written_at
      from review_versions as old join mine on mine.id = review_id
    )
    select rating, title, comment, tags, ${sql.raw(instantSql('written'))} as written_at
    from versions order by written desc`.execute(db)
  return rows.length > 0 ? rows : refuse('review_not_found')
}

type OwnReview = {
  professional_id: string
  rating: number
  title: string
  comment: string
  tags: ReturnType<typeof tagColumns>
  /** The names of its photos, in their order. */
  files: string[]
  state: ReviewState
  edited_at: Date | null
  public_at: Date
}

async function ownReview(tx: Db, clientId: string, id: string): Promise<OwnReview | undefined> {
  const { rows } = await sql<OwnReview>`
    select professional_id, rating, title, comment, state, edited_at, public_at,
      jsonb_build_object(${sql.raw(REVIEW_TAGS.map((tag) => `'${tag}', ${tag}`).join(', '))}) as tags,
      array(select file from review_photos where review_id = reviews.id order by position) as files
    from reviews where id = ${id}::uuid and client_id = ${clientId}::uuid`.execute(tx)
  return rows[0]
}

/** Whether `one` has each field of `other`, with the same value; lists also have the same length. */
function isSame<Part extends object>(one: Part, other: Part): boolean {
  const isLong = Array.isArray(one) && Array.isArray(other) && one.length !== other.length
  return !isLong && Object.entries(other).every(([key, value]) => one[key as keyof Part] === value)
}
