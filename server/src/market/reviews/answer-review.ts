import type { ReviewAnswer } from '#contract/market/professionals.ts'
import { Id } from '#contract/values.ts'
import { recordEvent } from '#server/events/record.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { lockCaller } from '#server/people/person/lock-people.ts'
import { recountReviews } from './recount-reviews.ts'
import { lockReview, lockReviewsOf, writeAnswer } from './reviews.queries.ts'

/**
 * Writes the professional's one public answer to a review, also again after its edit, and updates the cards that show
 * it, in one transaction. The same text again is harmless. Refusals: 'review_already_answered' for another text,
 * 'review_not_found' also for another professional's review. rule: review-answer
 */
export async function answerReview(
  { db, clock }: Context,
  actor: Actor,
  id: string,
  text: string,
): Promise<{ answer: ReviewAnswer }> {
  if (!Id.safeParse(id).success) refuse('review_not_found')
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, actor.id)
    await lockReviewsOf(tx, actor.id)
    const review = (await lockReview(tx, actor.id, id)) ?? refuse('review_not_found')
    if (review.answer?.text === text) return { answer: review.answer }
    if (review.answer && !review.answer.before_edit) refuse('review_already_answered')
    await writeAnswer(tx, id, text, now)
    await recordEvent(tx, { kind: 'review.answered', subjectId: id, actorId: actor.id })
    await recountReviews(tx, [actor.id])
    return { answer: { text, answered_at: now.toISOString() } }
  })
}
