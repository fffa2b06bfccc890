import type { Db } from '#server/db/db.ts'
import { deleteNotesOf } from '../reviews/client-notes.ts'
import { deleteReviewPhotosOf } from '../reviews/review-photos.ts'
import { recountReviews } from '../reviews/recount-reviews.ts'

/**
 * Removes a deleted person from reviews: the reviews they wrote stay without a name, also on cards. Their own answers
 * and photos, and the notes by and about them are deleted. Call it after the name and the subscription are deleted,
 * because this also refreshes search. rule: review-order, client-notes, review-fields
 */
export async function removeReviewer(tx: Db, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('reviews')
    .set({ answer: null, answered_at: null })
    .where('professional_id', '=', userId)
    .where('answer', 'is not', null)
    .execute()
  await deleteNotesOf(tx, userId)
  await deleteReviewPhotosOf(tx, userId, at)
  const written = await tx
    .selectFrom('reviews')
    .select('professional_id')
    .where('client_id', '=', userId)
    .execute()
  await recountReviews(tx, [userId, ...written.map(({ professional_id }) => professional_id)])
}
