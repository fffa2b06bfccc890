import {
  REVIEW_SEALED_DAYS,
  REVIEW_SUBMITTED,
  REVIEWS_WITHOUT_VISIT_A_DAY,
} from '#contract/review-rules.ts'
import type { ReviewDraft } from '#contract/reviews.ts'
import type { Tx } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { helpOfSolution, limitScale } from '#server/http/limit-scale.ts'
import { runInTransaction } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { refuse, refuseForSeconds } from '#server/http/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { heldField, holdOfReview } from '../billing/holds.ts'
import { isReachable } from '../billing/subscription.ts'
import type { SourceTags } from '../identity/device-tags.ts'
import { revealNoteOf } from './client-notes.ts'
import { recountReviews } from './recount-reviews.ts'
import { setReviewPhotos } from './review-photos.ts'
import {
  findReviewable,
  insertReview,
  lockForReview,
  waitWithoutVisit,
  wereInContact,
} from './reviews.queries.ts'

const DAY_MS = 86_400_000

/**
 * Writes a client's review, its event and the professional's rating in one transaction. Refusals:
 * 'professional_not_found' if the professional is neither reachable nor known to the client, 'booking_not_found' for a
 * visit of others, 'already_reviewed' unless a later visit took place, 'too_many_requests' for a fourth review without
 * a visit in a day, 'email_not_verified' if it would be held and too much is, 'image_not_found' for a photo that does
 * not wait for a review of this client.
 * rule: review-once, review-permission, review-counts, review-states, held-starts
 */
export async function submitReview(
  context: Context,
  draft: ReviewDraft,
  idempotency: Idempotency | undefined,
  source: SourceTags,
) {
  const { clock, config, db } = context
  const { client_id, professional_id } = draft
  const now = clock.now()
  return runInTransaction(db, idempotency, async (tx) => {
    const { signed_in, exists } = await lockForReview(tx, draft)
    if (!signed_in) refuse('not_signed_in')
    const mayWrite =
      exists && ((await isReachable(tx, professional_id)) || (await wereInContact(tx, draft)))
    if (!mayWrite) refuse('professional_not_found')
    const visit = await findReviewable(tx, draft, now)
    if (!visit.is_known) refuse('booking_not_found')
    if (visit.has_review && visit.booking_id === null) refuse('already_reviewed')
    if (visit.booking_id === null && !visit.is_to_come) {
      const waitIn = (one: Tx) =>
        waitWithoutVisit(one, client_id, REVIEWS_WITHOUT_VISIT_A_DAY * limitScale(config), now)
      const wait = await waitIn(tx)
      const isHelpedBySolution = helpOfSolution(waitIn)
      if (wait > 0) refuseForSeconds('too_many_requests', wait, { isHelpedBySolution })
    }
    const { booking_id } = visit
    const pair = { clientId: client_id, professionalId: professional_id }
    const hold = await holdOfReview(context, tx, pair)
    const shown = hold
      ? { state: 'held' as const, public_at: now }
      : await publicationOf(tx, { booking_id, ends_at: visit.ends_at }, now)
    const { photo_ids = [], tags, ...content } = draft
    const review = { ...content, ...source, tags, booking_id, ...shown, created_at: now }
    const id = await insertReview(tx, review)
    if (photo_ids.length > 0) await setReviewPhotos(tx, { id, client_id }, photo_ids, now)
    const answer = { message: REVIEW_SUBMITTED, review_id: id, state: shown.state }
    if (hold) return { ...answer, ...heldField(hold) }
    await recordEvent(tx, { kind: 'review.submitted', subjectId: id, actorId: client_id })
    if (shown.state === 'public') await enqueue(tx, 'notify-review', { review_id: id })
    await recountReviews(tx, [professional_id])
    return { ...answer, public_at: shown.public_at.toISOString() }
  })
}

/** The state of a review that its readers may see, and when it is public. rule: review-states */
export async function publicationOf(
  tx: Tx,
  { booking_id, ends_at }: { booking_id: string | null; ends_at: Date | null },
  now: Date,
) {
  const isNoted = booking_id !== null && (await revealNoteOf(tx, booking_id, now))
  return publication(isNoted ? null : ends_at, now)
}

/** `sealedAfter`: the end of the visit; null if there is none, or its professional has written. rule: review-states */
function publication(sealedAfter: Date | null, now: Date) {
  const public_at = new Date((sealedAfter?.getTime() ?? 0) + REVIEW_SEALED_DAYS * DAY_MS)
  return public_at > now
    ? { state: 'sealed' as const, public_at }
    : { state: 'public' as const, public_at: now }
}
