import type { Db } from '#server/db/db.ts'
import type { JsonObject } from '#server/db/types.ts'

type Happening = {
  kind: string
  subjectId: string
  /** Who did it; null for the clock. */
  actorId: string | null
  /** When, if not now by the database. */
  at?: Date
  data?: JsonObject
}

/** Writes what happened in the deed's own transaction; answers the event's id. */
export async function recordEvent(
  db: Db,
  { kind, subjectId, actorId, at, data = {} }: Happening,
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
