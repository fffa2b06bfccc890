import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { MADE_UP_SQL } from '#server/console/actions/failed-jobs.ts'
import { countFailedProviderTasks } from '#server/money/payments/provider-tasks.ts'
import { failedClockJobs } from '#server/queue/queue.ts'

/** The figures that the metrics read from the database. They are the same in each process. */
export type DatabaseFigures = {
  jobs: { task: string; state: string; number: number; oldest_ready_s: number | null }[]
  lastRuns: { job: string; at_s: number }[]
  failedClockJobs: ReadonlySet<string>
  failedProviderTasks: number
  refundsOwed: number
  oldestRefundS: number
  credits: { spent: number; returned: number }
}

/** The sums read the whole ledger, so they are read no more often. */
const CREDITS_MS = 60_000
const creditsOf = new WeakMap<Db, { at: number; credits: DatabaseFigures['credits'] }>()

/**
 * Reads the figures one query after another, so that reading the metrics takes one connection of the pool.
 * rule: probes-and-metrics
 */
export async function readDatabaseFigures(db: Db): Promise<DatabaseFigures> {
  const { rows: jobs } = await sql<DatabaseFigures['jobs'][number]>`
    select task_identifier as task, state, count(*)::int as number,
      max(extract(epoch from now() - run_at)) filter (where state in ('ready', 'retrying') and run_at <= now())::float8
        as oldest_ready_s
    from (
      select task_identifier, run_at, case
        when locked_at is not null then 'running'
        when attempts >= max_attempts and ${MADE_UP_SQL} then 'made_up'
        when attempts >= max_attempts then 'failed'
        when last_error is not null then 'retrying'
        when run_at <= now() then 'ready'
        else 'waiting' end as state
      from graphile_worker.jobs
    ) as job
    group by task_identifier, state`.execute(db)
  const { rows: lastRuns } = await sql<DatabaseFigures['lastRuns'][number]>`
    select job, extract(epoch from succeeded_at)::float8 as at_s from clock_runs`.execute(db)
  const { rows: refunds } = await sql<{ number: number; oldest_s: number }>`
    select count(*)::int as number, coalesce(max(extract(epoch from now() - ordered_at)), 0)::float8 as oldest_s
    from provider_tasks where kind = 'refund-payment' and done_at is null`.execute(db)
  return {
    jobs,
    lastRuns,
    failedClockJobs: await failedClockJobs(db),
    failedProviderTasks: await countFailedProviderTasks(db),
    refundsOwed: refunds[0]!.number,
    oldestRefundS: refunds[0]!.oldest_s,
    credits: await credits(db),
  }
}

async function credits(db: Db): Promise<DatabaseFigures['credits']> {
  const known = creditsOf.get(db)
  if (known && performance.now() - known.at < CREDITS_MS) return known.credits
  const { rows } = await sql<DatabaseFigures['credits']>`
    select count(*) filter (where kind = 'spent')::int as spent, count(*) filter (where kind = 'returned')::int as returned
    from lead_ledger`.execute(db)
  creditsOf.set(db, { at: performance.now(), credits: rows[0]! })
  return rows[0]!
}
