import { sql } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { runEach } from '#server/queue/run-batches.ts'
import { openCase, resolveCaseOf } from './open-case.ts'

const NAMES_MAX = 200

/** No case of its name was resolved after it failed. */
const UNSETTLED_SQL = sql`not exists (
  select from cases where queue = 'jobs' and subject_key = task_identifier and resolved_at >= updated_at)`

/**
 * Part of the job 'release-cases': a job whose last try failed becomes a case, one for all of its name, unless a case
 * of the name was resolved after it failed. rule: case-queues, scheduled-jobs
 */
export async function openCasesOfFailedJobs({ db, clock, log }: Context): Promise<void> {
  const { rows: failed } = await sql<{ id: string; name: string }>`
    select distinct on (task_identifier) id::text, task_identifier as name
    from graphile_worker.jobs
    where attempts >= max_attempts and last_error is not null and locked_at is null
      and ${UNSETTLED_SQL}
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

/**
 * An operator has a failed job tried again, or has discarded it: resolves the case of its name, unless another job of
 * the name has failed. One that fails again opens a new case. rule: case-queues
 */
export async function resolveJobCase(
  tx: Tx,
  { id, name }: { id: string; name: string },
  { at, doneBy }: { at: Date; doneBy: string },
): Promise<void> {
  const { rows: others } = await sql`
    select from graphile_worker.jobs
    where task_identifier = ${name} and attempts >= max_attempts and last_error is not null and locked_at is null
      and id <> ${id}::bigint and ${UNSETTLED_SQL} limit 1`.execute(tx)
  if (others.length === 0)
    await resolveCaseOf(tx, 'jobs', { key: name }, { outcome: 'acted', at, doneBy })
}
