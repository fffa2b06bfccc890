import { REVIEW_SUBMITTED } from '#contract/review-rules.ts'
import type { ReviewDraft } from '#contract/reviews.ts'
import { recordEvent } from '#server/events/record.ts'
import { runInTransaction } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { isReachable } from '../billing/subscription.ts'
import { lockCaller } from '../identity/lock-people.ts'
import { recountReviews } from './recount-reviews.ts'
import { wereInContact, lockReviewsOf, insertReview } from './reviews.queries.ts'

/**
 * Writes a client's review, its event and the professional's rating in one transaction. Refusals:
 * 'professional_not_found' if the professional is neither reachable nor known to the client, 'already_reviewed' for a
 * second review. rule: review-once, review-permission, review-counts
 */
export async function submitReview(
  { clock, db }: Context,
  draft: ReviewDraft,
  idempotency: Idempotency | undefined,
): Promise<{ message: string }> {
  const { client_id, professional_id } = draft
  const now = clock.now()
  return runInTransaction(db, idempotency, async (tx) => {
    await lockCaller(tx, client_id, professional_id)
    const exists = await lockReviewsOf(tx, professional_id)
    const mayWrite =
      exists && ((await isReachable(tx, professional_id)) || (await wereInContact(tx, draft)))
    if (!mayWrite) refuse('professional_not_found')
    const id = (await insertReview(tx, draft, now)) ?? refuse('already_reviewed')
    await recordEvent(tx, { kind: 'review.submitted', subjectId: id, actorId: client_id })
    await recountReviews(tx, [professional_id])
    return { message: REVIEW_SUBMITTED }
  })
}
