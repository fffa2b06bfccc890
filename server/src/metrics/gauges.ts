import { Gauge, Registry } from '@prometheus-io/client'
import { JOBS, SCHEDULE } from '#server/jobs.ts'
import type { Context } from '#server/context.ts'
import { readDatabaseFigures } from './database-figures.ts'
import type { DatabaseFigures } from './database-figures.ts'

/** A database that hangs must not stop the metrics, which say so. */
const DATABASE_MS_MAX = 2000
const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/** Sets the figures of this moment: of this process, and of the database. */
export type Gauges = { registry: Registry; read(): Promise<void> }

/** The gauges of a context, in a registry of their own. rule: probes-and-metrics */
export function registerGauges({ db, pool, live }: Context): Gauges {
  const registry = new Registry()
  const gauge = gaugesOf(registry)
  const connections = gauge('lustra_pool_connections', 'Connections of the pool of requests', [
    'state',
  ])
  const poolMax = gauge('lustra_pool_connections_max', 'Most connections of that pool')
  const liveConnections = gauge('lustra_live_connections', 'Open live connections (WebSocket)')
  const up = gauge(
    'lustra_database_up',
    '1 while the database answers the metrics in 2 seconds, else 0',
  )
  const ofDatabase = databaseGauges(gauge)
  return {
    registry,
    async read() {
      connections.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'waiting' }, pool.waitingCount)
      poolMax.set(pool.options.max)
      liveConnections.set(live.size)
      const figures = await withinTime(readDatabaseFigures(db))
      up.set(figures ? 1 : 0)
      ofDatabase(figures)
    },
  }
}

type NewGauge = (name: string, help: string, labelNames?: string[]) => Gauge<string>

function gaugesOf(registry: Registry): NewGauge {
  return (name, help, labelNames = []) =>
    new Gauge<string>({ name, help, labelNames, registers: [registry] })
}

/** Returns a function that sets them. Without figures they are unknown (NaN), or have no series. */
function databaseGauges(gauge: NewGauge): (figures: DatabaseFigures | undefined) => void {
  const jobs = gauge('lustra_jobs', 'Jobs of the queue by task and state', ['task', 'state'])
  const oldest = gauge('lustra_jobs_oldest_ready_seconds', 'How long the oldest due job waits', [
    'task',
  ])
  const lastRun = gauge(
    'lustra_scheduled_job_success_timestamp_seconds',
    'When a scheduled job last ended without an error',
    ['job'],
  )
  const period = gauge('lustra_scheduled_job_period_seconds', 'How often a scheduled job runs', [
    'job',
  ])
  for (const { job, when } of SCHEDULE) period.set({ job }, periodOf(when))
  const failedRun = gauge(
    'lustra_scheduled_job_failed',
    '1 while the last run of a scheduled job failed, else 0',
    ['job'],
  )
  const failedTasks = gauge(
    'lustra_provider_tasks_failed',
    'Refunds and ends of subscriptions that failed at the payments provider and are not done yet',
  )
  const owed = gauge('lustra_refunds_owed', 'Refunds that are ordered and not done yet')
  const oldestOwed = gauge('lustra_refunds_oldest_seconds', 'How long the oldest of them waits')
  const credits = gauge('lustra_credits', 'Lead credits that were spent and returned, ever', [
    'kind',
  ])
  return (figures) => {
    jobs.reset()
    oldest.reset()
    for (const { task, state, number, oldest_ready_s } of figures?.jobs ?? []) {
      // A job of another release could have any name.
      if (!Object.hasOwn(JOBS, task)) continue
      jobs.set({ task, state }, number)
      if (oldest_ready_s !== null) oldest.inc({ task }, Math.max(0, oldest_ready_s))
    }
    for (const { job, at_s } of figures?.lastRuns ?? []) lastRun.set({ job }, at_s)
    for (const { job } of SCHEDULE)
      failedRun.set({ job }, figures ? Number(figures.failedClockJobs.has(job)) : NaN)
    failedTasks.set(figures?.failedProviderTasks ?? NaN)
    owed.set(figures?.refundsOwed ?? NaN)
    oldestOwed.set(figures?.oldestRefundS ?? NaN)
    credits.set({ kind: 'spent' }, figures?.credits.spent ?? NaN)
    credits.set({ kind: 'returned' }, figures?.credits.returned ?? NaN)
  }
}

/** Seconds between two runs of a schedule of the list in jobs.ts: minutes, hours or days. */
function periodOf(when: string): number {
  const [minute = '', hour] = when.split(' ')
  if (hour !== '*') return DAY_S
  if (minute === '*') return MINUTE_S
  return minute.startsWith('*/') ? Number(minute.slice(2)) * MINUTE_S : HOUR_S
}

async function withinTime<Value>(value: Promise<Value>): Promise<Value | undefined> {
  const timeout = Promise.withResolvers<undefined>()
  const timer = setTimeout(timeout.resolve, DATABASE_MS_MAX, undefined)
  const answer = await Promise.race([value.catch(() => undefined), timeout.promise])
  clearTimeout(timer)
  return answer
}
