import type { Db } from '#server/db/db.ts'
import { recountReviews } from './review.ts'

/**
 * What stands of a person's reviews once her name is gone: those she wrote stay, under no name, also on the professionals'
 * cards; her own answers go. Call it after the name is gone, and after her subscription: search learns of both here.
 */
export async function forgetReviewer(tx: Db, userId: string): Promise<void> {
  await tx
    .updateTable('reviews')
    .set({ answer: null, answered_at: null })
    .where('professional_id', '=', userId)
    .where('answer', 'is not', null)
    .execute()
  const written = await tx
    .selectFrom('reviews')
    .select('professional_id')
    .where('client_id', '=', userId)
    .execute()
  await recountReviews(tx, [userId, ...written.map(({ professional_id }) => professional_id)])
}
