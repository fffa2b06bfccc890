import { EventEmitter, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { Context } from '#server/context.ts'

const RECONNECT_MS = 1000
/** How long a worker that lost its connection has to take its lock again. */
const GRACE_MS = 5000
/** With these keepalive settings PostgreSQL notices a machine that disappeared within a minute. */
const SESSION = `set statement_timeout = 0; set tcp_keepalives_idle = 30;
  set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3`

export type LivingWorkers = {
  /** Passed to graphile-worker. A lock is taken for every worker that it creates. */
  events: WorkerEvents
  end(): Promise<void>
}

/**
 * Takes an advisory lock for every worker of this process, each in a database session of its own. PostgreSQL releases
 * the lock when the process ends, also after kill -9. rule: jobs-of-dead-workers
 */
export function trackLivingWorkers(pool: pg.Pool): LivingWorkers {
  const ending = new AbortController()
  const ended = once(ending.signal, 'abort')
  const locks: Promise<void>[] = []
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    locks.push(holdLock(pool, workerPool.id, { signal: ending.signal, ended }))
  })
  return {
    events,
    async end() {
      ending.abort()
      await Promise.all(locks)
    },
  }
}

async function holdLock(
  pool: pg.Pool,
  worker: string,
  { signal, ended }: { signal: AbortSignal; ended: Promise<unknown> },
): Promise<void> {
  while (!signal.aborted) {
    const session = new pg.Client(pool.options)
    const sessionEnd = new Promise((resolve) => session.once('end', resolve))
    session.on('error', () => {})
    try {
      await session.connect()
      await session.query(SESSION)
      await session.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockOf(worker)])
      await Promise.race([sessionEnd, ended])
    } catch {
      await Promise.race([wait(RECONNECT_MS), ended])
    }
    await session.end().catch(() => {})
  }
}

/**
 * The job 'free-jobs': unlocks the jobs of workers whose process is gone, so that others run them now. graphile-worker
 * itself would wait four hours. The jobs of a living worker stay locked, however long they take.
 * rule: jobs-of-dead-workers
 */
export async function unlockJobsOfDeadWorkers({ db, log }: Context): Promise<void> {
  const missing = await missingWorkers(db)
  if (missing.length === 0) return
  await wait(GRACE_MS)
  const stillMissing = (await missingWorkers(db)).filter((worker) => missing.includes(worker))
  if (stillMissing.length === 0) return
  log.warn({ workers: stillMissing }, 'unlocked the jobs of dead workers')
  await sql`select graphile_worker.force_unlock_workers(${stillMissing}::text[])`.execute(db)
}

/** Workers that hold a job but not their advisory lock. */
async function missingWorkers(db: Context['db']): Promise<string[]> {
  const { rows } = await sql<{ worker: string }>`
    with busy as materialized (
      select distinct locked_by as worker from graphile_worker.jobs where locked_by is not null
    )
    select worker from busy where pg_try_advisory_xact_lock(hashtextextended(${lockOf('')} || worker, 0))`.execute(
    db,
  )
  return rows.map(({ worker }) => worker)
}

function lockOf(worker: string): string {
  return `worker ${worker}`
}
