import {
  REVIEW_SEALED_DAYS,
  REVIEW_SUBMITTED,
  REVIEWS_WITHOUT_VISIT_A_DAY,
} from '#contract/review-rules.ts'
import type { ReviewDraft } from '#contract/reviews.ts'
import type { Tx } from '#server/db/db.ts'
import { helpOfSolution, limitScale } from '#server/http/limit-scale.ts'
import { runSavingTransaction } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { consumeRateLimit, giveBackRateLimit } from '#server/http/rate-limits.ts'
import { refuse, refuseForSeconds } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { heldField, holdOfReviewSql } from '../billing/holds.ts'
import type { SourceTags } from '../identity/device-tags.ts'
import { revealNoteOf } from './client-notes.ts'
import { setReviewPhotos } from './review-photos.ts'
import {
  checkReviewSql,
  lockForReviewSql,
  waitWithoutVisit,
  writeReviewSql,
} from './submit-review.queries.ts'

const DAY_MS = 86_400_000

/**
 * Writes a client's review, its event and the professional's rating in one transaction. Refusals:
 * 'professional_not_found' if the professional is neither reachable nor known to the client, 'booking_not_found' for a
 * visit of others, 'already_reviewed' unless a later visit took place, 'too_many_requests' for a fourth review without
 * a visit in a day or the 21st of an hour, 'email_not_verified' if it would be held and too much is, 'image_not_found'
 * for a photo that does not wait for a review of this client.
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
  const mostWithoutVisit = () => REVIEWS_WITHOUT_VISIT_A_DAY * limitScale(config)
  const limit = {
    count: () => consumeRateLimit(context, 'review_by_user', client_id),
    giveBack: () => giveBackRateLimit(context, 'review_by_user', client_id),
  }
  return runSavingTransaction(db, idempotency, limit, async (tx) => {
    const pair = { clientId: client_id, professionalId: professional_id }
    const limits = { hold: holdOfReviewSql(context, pair), mostWithoutVisit: mostWithoutVisit() }
    const { signed_in, exists } = (await lockForReviewSql(draft).execute(tx)).rows[0]!
    const check = (await checkReviewSql(draft, limits, now).execute(tx)).rows[0]!
    if (!signed_in) refuse('not_signed_in')
    if (!exists) refuse('professional_not_found')
    if (!check.may_write) refuse('professional_not_found')
    if (!check.is_known) refuse('booking_not_found')
    if (check.has_review && check.booking_id === null) refuse('already_reviewed')
    if (check.wait !== null && check.wait > 0) {
      const isHelpedBySolution = helpOfSolution((one) =>
        waitWithoutVisit(one, client_id, mostWithoutVisit(), now),
      )
      refuseForSeconds('too_many_requests', check.wait, { isHelpedBySolution })
    }
    const { booking_id, hold } = check
    if (hold === 'too_many') refuse('email_not_verified')
    const shown = hold
      ? { state: 'held' as const, public_at: now }
      : publication(check.is_noted ? null : check.ends_at, now)
    const { photo_ids = [], tags, ...content } = draft
    const review = { ...content, ...source, tags, booking_id, ...shown, created_at: now }
    const answer = {
      message: REVIEW_SUBMITTED,
      state: shown.state,
      ...(hold ? heldField(hold) : { public_at: shown.public_at.toISOString() }),
    }
    const written = await writeReviewSql(review, answer, idempotency).execute(tx)
    const { id } = written.rows[0]!
    if (photo_ids.length > 0) await setReviewPhotos(tx, { id, client_id }, photo_ids, now)
    return { ...answer, review_id: id }
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
