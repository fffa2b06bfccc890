import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { recordAndNotify } from '#server/events/record.ts'
import { addJobSql } from '#server/queue/queue.ts'

/** Records an event about a person's money or leads and enqueues the job that notifies, in the caller's transaction. */
export async function recordMoneyEvent(
  tx: Db,
  event: Parameters<typeof recordAndNotify>[2],
): Promise<void> {
  await recordAndNotify(tx, 'notify-money', event)
}

/** An SQL expression that enqueues the same job, for a statement that writes the event itself. */
export function notifyMoneySql(
  eventId: RawBuilder<unknown>,
  priority?: number,
): RawBuilder<unknown> {
  return addJobSql('notify-money', sql`json_build_object('event_id', ${eventId}::text)`, priority)
}
