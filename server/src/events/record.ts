import { sql } from 'kysely'
import type { JobPayloads } from '#server/queue/queue.ts'
import type { Db } from '#server/db/db.ts'
import type { JsonObject } from '#server/db/types.ts'
import { addJobSql } from '#server/queue/queue.ts'

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

/** The jobs that notify people of an event. */
type NotifyingJob = {
  [Job in keyof JobPayloads]: { event_id: string } extends JobPayloads[Job] ? Job : never
}[keyof JobPayloads]

/** Records an event and enqueues the job that notifies people of it. */
export async function recordAndNotify(
  db: Db,
  job: NotifyingJob,
  { kind, subjectId, actorId, at, data = {} }: NewEvent,
): Promise<void> {
  await sql`
    with event as (
      insert into events (kind, subject_id, actor_id, data, at)
      values (${kind}, ${subjectId}::uuid, ${actorId}::uuid, ${JSON.stringify(data)}::jsonb,
        coalesce(${at ?? null}::timestamptz, now()))
      returning id
    )
    select ${addJobSql(job, sql`json_build_object('event_id', id::text)`)} from event`.execute(db)
}
