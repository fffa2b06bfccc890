import { REVIEW_SUBMITTED } from '#contract/review-rules.ts'
import type { ReviewDraft } from '#contract/reviews.ts'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { isReachable } from '../billing/subscription.ts'
import { recountReviews } from './review.ts'
import { haveMet, holdReviews, insertReview } from './reviews.queries.ts'

/**
 * A client writes of a professional, once: the review, the event and the professional's rating in one transaction (decision
 * 30; it counts when the pair has an accepted or completed booking). Refuses with 'professional_not_found' who can be neither
 * reached nor was ever in touch, and with 'already_reviewed' the second one. Writes on `db`, a transaction or the pool.
 */
export async function submitReview(
  { clock }: Context,
  db: Db,
  draft: ReviewDraft,
): Promise<{ message: string }> {
  const { client_id, professional_id } = draft
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    const isThere = await holdReviews(tx, professional_id)
    const mayWrite =
      isThere && ((await isReachable(tx, professional_id)) || (await haveMet(tx, draft)))
    if (!mayWrite) refuse('professional_not_found')
    const id = (await insertReview(tx, draft, now)) ?? refuse('already_reviewed')
    await recordEvent(tx, { kind: 'review.submitted', subjectId: id, actorId: client_id })
    await recountReviews(tx, [professional_id])
    return { message: REVIEW_SUBMITTED }
  })
}

function inTransaction<T>(db: Db, deed: (tx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? deed(db) : db.transaction().execute(deed)
}
