import { sql } from 'kysely'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { lockAccounts } from '#server/people/person/lock-people.ts'
import { recountReviews } from '../reviews/recount-reviews.ts'
import { lockReviewsOf } from '../reviews/reviews.queries.ts'

type Outcome = { client_id: string; professional_id: string; title: string } | 'unknown' | 'already'

/**
 * Takes a public review out of list, count and rating, in the caller's transaction; its writer still sees it. 'unknown'
 * also for one that nobody but its writer has seen yet, 'already' if it is hidden. rule: review-states
 */
export function hideReview(tx: Db, reviewId: string, at: Date): Promise<Outcome> {
  return changeState(tx, reviewId, { from: 'public', to: 'hidden', kind: 'review.hidden', at })
}

/** The opposite: the review is in list, count and rating again. 'already' if it is public. rule: review-states */
export function showReview(tx: Db, reviewId: string, at: Date): Promise<Outcome> {
  return changeState(tx, reviewId, { from: 'hidden', to: 'public', kind: 'review.shown', at })
}

type Change = { from: 'public' | 'hidden'; to: 'public' | 'hidden'; kind: string; at: Date }

async function changeState(tx: Db, reviewId: string, change: Change): Promise<Outcome> {
  const id = Id.safeParse(reviewId).data
  const known = id === undefined ? undefined : await findReview(tx, id)
  if (!known) return 'unknown'
  await lockAccounts(tx, known.client_id)
  await lockReviewsOf(tx, known.professional_id)
  const { rows } = await sql<Exclude<Outcome, string>>`
    update reviews set state = ${change.to} where id = ${id}::uuid and state = ${change.from}
    returning client_id, professional_id, title`.execute(tx)
  const [review] = rows
  if (!review) return (await findReview(tx, id!))?.state === change.to ? 'already' : 'unknown'
  await recordEvent(tx, { kind: change.kind, subjectId: id!, actorId: null, at: change.at })
  await recountReviews(tx, [review.professional_id])
  return review
}

const findReview = (tx: Db, id: string) =>
  tx
    .selectFrom('reviews')
    .select(['client_id', 'professional_id', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
