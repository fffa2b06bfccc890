import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { enqueue } from '#server/queue/queue.ts'
import { runBatches } from '#server/queue/run-batches.ts'
import type { Context } from '#server/context.ts'
import { recountReviews } from '../reviews/recount-reviews.ts'

/** How many reviews one transaction publishes at most. */
const BATCH_SIZE = 200

/** The job 'reveal-reviews': publishes every sealed review whose time has come. rule: review-states */
export async function revealReviews(context: Context): Promise<void> {
  const now = context.clock.now()
  const isDue = sql`state = 'sealed' and public_at <= ${now}::timestamptz`
  await runBatches(context, {
    table: 'reviews',
    row: 'review',
    size: BATCH_SIZE,
    isDue,
    change: (ids) =>
      context.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ professional_id: string }>`
          select professional_id from reviews where id = any(${ids}::uuid[])`.execute(tx)
        const professionalIds = [...new Set(rows.map((row) => row.professional_id))]
        // The order of locks is that of a review's other commands: the professional, then the reviews.
        await sql`
          select from professionals where user_id = any(${professionalIds}::uuid[])
          order by user_id for no key update`.execute(tx)
        const shown = await sql<{ id: string }>`
          update reviews set state = 'public' where id = any(${ids}::uuid[]) and ${isDue} returning id`.execute(
          tx,
        )
        await recordPublished(tx, shown.rows, now)
        await recountReviews(tx, professionalIds)
      }),
  })
}

async function recordPublished(tx: Db, reviews: { id: string }[], at: Date): Promise<void> {
  for (const { id } of reviews) {
    await recordEvent(tx, { kind: 'review.published', subjectId: id, actorId: null, at })
    await enqueue(tx, 'notify-review', { review_id: id })
  }
}
