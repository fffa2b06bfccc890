import { sql } from 'kysely'
import { runBatches } from '#server/queue/run-batches.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'

const BATCH_SIZE = 200

/**
 * The job 'tell-opened': tells people that an operator saw their account or opened a conversation of theirs, once its
 * time has come. rule: decisions
 */
export async function tellOpened(context: Context): Promise<void> {
  const now = context.clock.now()
  await runBatches(context, {
    table: 'decisions',
    row: 'decision',
    size: BATCH_SIZE,
    isDue: sql`told_at is null and shown_at <= ${now}::timestamptz`,
    change: (ids) =>
      context.db.transaction().execute(async (tx) => {
        const told = await tx
          .updateTable('decisions')
          .set({ told_at: now })
          .where('id', 'in', ids)
          .where('told_at', 'is', null)
          .returning('id')
          .execute()
        for (const { id } of told) await enqueue(tx, 'notify-decision', { decision_id: id })
      }),
  })
}
