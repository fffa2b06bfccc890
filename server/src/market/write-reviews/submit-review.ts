import {
  REVIEW_SEALED_DAYS,
  REVIEW_SUBMITTED,
  REVIEWS_WITHOUT_VISIT_A_DAY,
} from '#contract/market/review-rules.ts'
import type { ReviewDraft } from '#contract/market/reviews.ts'
import type { Tx } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { helpOfSolution, limitScale } from '#server/http/limits/limit-scale.ts'
import { runInTransaction, unlessRepeated } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { consumeRateLimit, secondsUntil } from '#server/http/limits/rate-limits.ts'
import { refuse, refuseForSeconds } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { enqueue } from '#server/queue/queue.ts'
import { heldField, holdUntilProved } from '#server/money/leads/holds.ts'
import type { SourceTags } from '#server/people/sessions/device-tags.ts'
import { lockPair } from '#server/people/person/lock-people.ts'
import { revealNoteOf } from '../reviews/client-notes.ts'
import { recountReviews } from '../reviews/recount-reviews.ts'
import { setReviewPhotos } from '../reviews/review-photos.ts'
import {
  findReviewable,
  insertReview,
  lastWithoutVisit,
  lockReviewsOf,
  mayReview,
  tagColumns,
} from '../reviews/reviews.queries.ts'

const DAY_MS = 86_400_000

/**
 * Writes a client's review, its event and the professional's rating in one transaction. Refusals:
 * 'professional_not_found' if the professional is neither reachable nor known to the client, 'booking_not_found' for a
 * visit of others, 'already_reviewed' unless a later visit took place, 'too_many_requests' for a fourth review without
 * a visit in a day or the 21st of an hour, 'email_not_verified' if it would be held and too much is, 'image_not_found'
 * for a photo that does not wait for a review of this client.
 * rule: review-once, review-counts, review-states, held-starts
 */
export async function submitReview(
  context: Context,
  draft: ReviewDraft,
  idempotency: Idempotency | undefined,
  source: SourceTags,
): Promise<Submitted> {
  const earlier = await unlessRepeated(context.db, idempotency, () =>
    consumeRateLimit(context, 'review_by_user', draft.client_id),
  )
  if (earlier) return earlier.answer as Submitted
  return runInTransaction(context.db, idempotency, async (tx) => {
    const now = context.clock.now()
    const { hold, booking_id, ends_at } = await checkReview(context, tx, draft, now)
    const shown = hold
      ? { state: 'held' as const, public_at: now }
      : await publicationOf(tx, { booking_id, ends_at }, now)
    const { photo_ids = [], tags, ...content } = draft
    const { id, verified_hire } = await insertReview(tx, {
      ...content,
      ...source,
      ...tagColumns(tags),
      ...shown,
      booking_id,
      created_at: now,
    })
    if (photo_ids.length > 0) {
      await setReviewPhotos(tx, { id, client_id: draft.client_id }, photo_ids, now)
    }
    if (!hold) {
      await recordEvent(tx, { kind: 'review.submitted', subjectId: id, actorId: draft.client_id })
    }
    if (shown.state === 'public') await enqueue(tx, 'notify-review', { review_id: id })
    if (shown.state === 'public' && verified_hire) await recountReviews(tx, [draft.professional_id])
    return {
      message: REVIEW_SUBMITTED,
      state: shown.state,
      ...(hold ? heldField(hold) : { public_at: shown.public_at.toISOString() }),
      review_id: id,
    }
  })
}

type Submitted = {
  message: typeof REVIEW_SUBMITTED
  state: 'held' | 'sealed' | 'public'
  held?: 'email'
  public_at?: string
  review_id: string
}

/**
 * Locks what a new review needs until the transaction ends: both accounts, the client, and the professional, so that
 * one command at a time counts their reviews. Then refuses a review that may not be written. Returns the visit that it
 * follows, and whether it is held.
 */
async function checkReview(context: Context, tx: Tx, draft: ReviewDraft, now: Date) {
  const { client_id: clientId, professional_id: professionalId } = draft
  const people = await lockPair(tx, { clientId, professionalId })
  const exists = await lockReviewsOf(tx, professionalId)
  if (!people.has(clientId)) refuse('not_signed_in')
  if (!exists || !(await mayReview(tx, draft))) refuse('professional_not_found')
  const { is_known, is_to_come, has_review, ...visit } = await findReviewable(tx, draft, now)
  if (!is_known) refuse('booking_not_found')
  if (has_review && visit.booking_id === null) refuse('already_reviewed')
  if (visit.booking_id === null && !is_to_come) {
    const ask = (one: Tx) => waitWithoutVisit(context, one, clientId, now)
    const wait = await ask(tx)
    if (wait !== null) {
      refuseForSeconds('too_many_requests', wait, { isHelpedBySolution: helpOfSolution(ask) })
    }
  }
  const hold = await holdUntilProved(context, tx, { clientId, professionalId })
  return { ...visit, hold }
}

/** The seconds until the client may write another review without a visit; null: now. rule: review-once */
async function waitWithoutVisit({ config }: Context, tx: Tx, clientId: string, now: Date) {
  const most = REVIEWS_WITHOUT_VISIT_A_DAY * limitScale(config)
  const last = await lastWithoutVisit(tx, clientId, most, now)
  return last ? secondsUntil(new Date(+last + DAY_MS), now) : null
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
