import { sql } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { enqueue } from '#server/queue/queue.ts'
import { recountReviews } from '../reviews/recount-reviews.ts'
import { publicationOf } from './submit-review.ts'

type HeldReview = {
  id: string
  professional_id: string
  booking_id: string | null
  ends_at: Date | null
}

/**
 * The reviews that waited for their writer's address become sealed or public, as if they were written now. Returns how
 * many. rule: held-starts, review-states
 */
export async function releaseReviews(tx: Tx, clientId: string, now: Date): Promise<number> {
  const { rows: held } = await sql<HeldReview>`
    select reviews.id, reviews.professional_id, booking_id, bookings.ends_at
    from reviews left join bookings on bookings.id = booking_id
    where reviews.client_id = ${clientId}::uuid and reviews.state = 'held' order by reviews.professional_id, reviews.id`.execute(
    tx,
  )
  if (held.length === 0) return 0
  const professionalIds = [...new Set(held.map((review) => review.professional_id))]
  await sql`
    select from professionals where user_id = any(${professionalIds}::uuid[])
    order by user_id for no key update`.execute(tx)
  let released = 0
  for (const review of held) {
    const shown = await publicationOf(tx, review, now)
    const { numUpdatedRows } = await tx
      .updateTable('reviews')
      .set(shown)
      .where('id', '=', review.id)
      .where('state', '=', 'held')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) continue
    released += 1
    const event = { kind: 'review.submitted', subjectId: review.id, actorId: clientId } as const
    await recordEvent(tx, event)
    if (shown.state === 'public') await enqueue(tx, 'notify-review', { review_id: review.id })
  }
  await recountReviews(tx, professionalIds)
  return released
}
