import { Logger, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/db/db.ts'

/** The payload of each job, by the job's name. The list of all jobs adds them (jobs.ts). */
export interface JobPayloads {}

/** The queue of a scheduled job: it never runs twice at a time, also not by hand. rule: scheduled-jobs */
export function clockQueue(job: string): string {
  return `clock ${job}`
}

/**
 * The scheduled jobs whose last run failed. The queue keeps a failed run until the next one takes its place, or for a
 * day. rule: scheduled-jobs
 */
export async function failedClockJobs(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ job: string }>`
    select task_identifier as job from graphile_worker.jobs
    where key = 'clock ' || task_identifier and last_error is not null and attempts >= max_attempts`.execute(
    db,
  )
  return new Set(rows.map(({ job }) => job))
}

/** Stores that a scheduled job has succeeded, by the clock of the database. rule: scheduled-jobs, probes-and-metrics */
export async function recordClockRun(db: Db, job: string): Promise<void> {
  await sql`insert into clock_runs (job, succeeded_at) values (${job}, now())
    on conflict (job) do update set succeeded_at = excluded.succeeded_at`.execute(db)
}

/** Logs nothing: the caller reports the result. */
const quietLogger = new Logger(() => () => {})

/** Applies graphile-worker's own migrations (schema graphile_worker). May be repeated. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  // The queue's own pool stops listening before its connection has closed: a database that goes away then would end the
  // process.
  const ignore = () => {}
  pgPool.on('error', ignore).on('connect', (client) => client.on('error', ignore))
  try {
    await runMigrations({ pgPool, logger: quietLogger })
  } finally {
    await pgPool.end()
  }
}

/**
 * Enqueues a job in the transaction of the change that needs it. `runAt` is the earliest moment (default: now). A
 * waiting job with the same `key` is replaced. Jobs with a lower `priority` number run first. A job that fails is tried
 * again, up to `attempts` times in all (default: 25, over three days). Jobs of one `queue` run one after another.
 * Returns the job's id.
 */
export async function enqueue<Job extends keyof JobPayloads>(
  db: Db,
  job: Job,
  payload: JobPayloads[Job],
  {
    runAt,
    key,
    priority,
    attempts,
    queue,
  }: { runAt?: Date; key?: string; priority?: number; attempts?: number; queue?: string } = {},
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from graphile_worker.add_job(
      ${job}, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz, job_key => ${key ?? null},
      priority => ${priority ?? null}::smallint, max_attempts => ${attempts ?? null}::integer, queue_name => ${queue ?? null}
    )`.execute(db)
  return rows[0]!.id
}

/** The priority of what a scheduled job enqueues for many people at once. rule: scheduled-jobs */
export const BULK_PRIORITY = 10

/** An SQL expression that enqueues a job within a larger statement. `payload` is an SQL expression of type json. */
export function addJobSql(
  job: keyof JobPayloads,
  payload: RawBuilder<unknown>,
  priority = 0,
): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(${sql.lit(job)}, ${payload}, priority => ${sql.lit(priority)}::smallint)`
}
