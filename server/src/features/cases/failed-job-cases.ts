import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { runEach } from '#server/queue/run-batches.ts'
import { openCase } from './open-case.ts'

const NAMES_MAX = 200

/**
 * Part of the job 'release-cases': a job whose last try failed becomes a case, one for all of its name, unless a case
 * of the name was resolved after it failed. rule: failed-job-cases, failing-row
 */
export async function openCasesOfFailedJobs({ db, clock, log }: Context): Promise<void> {
  const { rows: failed } = await sql<{ id: string; name: string }>`
    select distinct on (task_identifier) id::text, task_identifier as name
    from graphile_worker.jobs
    where attempts >= max_attempts and last_error is not null and locked_at is null
      and not exists (
        select from cases where queue = 'jobs' and subject_key = task_identifier and resolved_at >= updated_at)
    order by task_identifier, updated_at desc limit ${NAMES_MAX}`.execute(db)
  await runEach(log, failed, {
    keyOf: ({ name }) => name,
    work: ({ id, name }) =>
      db.transaction().execute((tx) =>
        openCase(tx, {
          queue: 'jobs',
          kind: 'job',
          subject: { kind: 'job', id, label: name },
          key: name,
          personId: null,
          title: { code: 'job_failed', params: { name } },
          at: clock.now(),
        }),
      ),
    failed: 'the case of a failed job has to wait',
  })
}
