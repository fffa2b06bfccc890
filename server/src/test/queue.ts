import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { JobPayloads } from '#server/queue/queue.ts'

type QueuedJob<Job extends keyof JobPayloads> = {
  id: string
  job: Job
  payload: JobPayloads[Job]
  run_at: Date
}

/**
 * The waiting jobs of one name, or all, oldest first. The view of the queue has no payloads; the function that
 * reschedules jobs returns them.
 */
export async function queuedJobs<Job extends keyof JobPayloads>(
  db: Db,
  job?: Job,
): Promise<QueuedJob<Job>[]> {
  const { rows } = await sql<QueuedJob<Job>>`
    with waiting as materialized (
      select id, task_identifier from graphile_worker.jobs where ${job ? sql`task_identifier = ${job}` : sql`true`}
    )
    select waiting.id, task_identifier as job, payload, run_at
    from graphile_worker.reschedule_jobs(array(select id from waiting)) as job join waiting using (id) order by id`.execute(
    db,
  )
  return rows
}

/** Removes all jobs, also those of workers that were killed. */
export async function emptyQueue(db: Db): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs where locked_by is not null))`.execute(db)
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(
    db,
  )
}

/** Lets waiting jobs, also those that failed and wait for their next attempt, run now. */
export async function makeJobsDue(db: Db): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`.execute(
    db,
  )
}

/** Jobs have used up their attempts. */
export async function failJobs(db: Db, ids: readonly string[], error: string): Promise<void> {
  await sql`select graphile_worker.permanently_fail_jobs(${ids}::bigint[], ${error})`.execute(db)
}
