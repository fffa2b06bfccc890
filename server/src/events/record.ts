import type { Db } from '#server/db/db.ts'
import type { JsonObject } from '#server/db/types.ts'

type NewEvent = {
  kind: string
  subjectId: string
  /** The user who did it; null for a job. */
  actorId: string | null
  /** Default: now, by the database's clock. */
  at?: Date
  data?: JsonObject
}

/** Records an event in the transaction of the change that it describes. Returns the event's id. */
export async function recordEvent(
  db: Db,
  { kind, subjectId, actorId, at, data = {} }: NewEvent,
): Promise<string> {
  const { id } = await db
    .insertInto('events')
    .values({
      kind,
      subject_id: subjectId,
      actor_id: actorId,
      data: JSON.stringify(data),
      ...(at ? { at } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
