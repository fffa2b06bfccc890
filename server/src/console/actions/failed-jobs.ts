import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/db.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'
import { resolveJobCase } from '#server/trust/cases/failed-job-cases.ts'
import { recordAction } from '#server/trust/decisions/record-action.ts'

export const FAILED_JOBS_MAX = 50
const ERROR_LENGTH_MAX = 200

type FailedJob = {
  id: string
  job: string
  attempts: number
  failed_at: Date
  last_error: string
}

/** A run of a scheduled job needs nobody any more when a later one has succeeded. */
export const MADE_UP_SQL = sql`(coalesce('clock ' || task_identifier in (queue_name, key), false)
  and exists (select from clock_runs where job = task_identifier and succeeded_at > updated_at))`

/** The last attempt failed, and no later run has made up for it. */
const FAILED_SQL = sql`last_error is not null and not ${MADE_UP_SQL}`

/** Jobs whose last attempt failed, the newest first. rule: actions */
export async function failedJobs(db: Db, before: string | undefined): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id::text, task_identifier as job, attempts, updated_at as failed_at,
      left(last_error, ${ERROR_LENGTH_MAX}) as last_error
    from graphile_worker.jobs where ${FAILED_SQL}
      and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
    order by graphile_worker.jobs.id desc limit ${FAILED_JOBS_MAX + 1}`.execute(db)
  return rows
}

/**
 * The operator has a failed job tried again now, with all its attempts, or discards it. Returns undefined if no failed
 * job has this id, or if it runs now. rule: actions
 */
export async function mendJob(
  tx: Tx,
  { id, what, at }: { id: string; what: 'retry' | 'discard'; at: Date },
  why: OperatorReason,
): Promise<number | undefined> {
  const { rows } = await sql<{ task_identifier: string }>`
    select task_identifier from graphile_worker.jobs
    where id = ${id} and last_error is not null and locked_at is null`.execute(tx)
  const [job] = rows
  if (!job) return undefined
  const { rows: changed } =
    what === 'retry'
      ? await sql`select * from graphile_worker.reschedule_jobs(
          array[${id}::bigint], run_at => now(), attempts => 0)`.execute(tx)
      : await sql`select * from graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx)
  if (changed.length === 0) return undefined
  const { task_identifier: name } = job
  await resolveJobCase(tx, { id, name }, { at, doneBy: why.doneBy })
  const action = { action: what, subjectId: id, at } as const
  return recordAction(tx, action, why, { as: 'note', after: { job: name } })
}
