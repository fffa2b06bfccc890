import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { addJobSql, enqueue } from '#server/queue/queue.ts'

/** Writes what happened to somebody's money or leads and has her told of it, in the deed's own transaction. */
export async function recordNews(tx: Db, news: Parameters<typeof recordEvent>[1]): Promise<void> {
  await enqueue(tx, 'notify-money', { event_id: await recordEvent(tx, news) })
}

/** The same within a statement: an expression over the row `event` that was written, with its id. */
export const TELL_OF_EVENT = addJobSql(
  'notify-money',
  "json_build_object('event_id', event.id::text)",
)
