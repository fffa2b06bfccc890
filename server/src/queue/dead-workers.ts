import { EventEmitter, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { Context } from '#server/context.ts'
import type { DirectConnection } from '#server/db/db.ts'

const RECONNECT_MS = 1000
const SERVER_LOCK = 'server'
/** How long a worker that lost its connection has to take its lock again. */
const GRACE_MS = 5000
const UNLOCKING = 'clock free-jobs'
/** How long a run waits for the one before it. */
const TURN_MS_MAX = 30_000
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
export function trackLivingWorkers(direct: DirectConnection): LivingWorkers {
  const ending = new AbortController()
  const ended = once(ending.signal, 'abort')
  const locks: Promise<void>[] = []
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    locks.push(holdLock(direct, lockOf(workerPool.id), { signal: ending.signal, ended }))
  })
  return {
    events,
    async end() {
      ending.abort()
      await Promise.all(locks)
    },
  }
}

/**
 * Shows to commands, by an advisory lock, that a server runs on this database. Several servers may. Returns a function
 * that ends it. rule: run-job
 */
export function showServer(direct: DirectConnection): () => Promise<void> {
  const ending = new AbortController()
  const ended = once(ending.signal, 'abort')
  const lock = holdLock(direct, SERVER_LOCK, { signal: ending.signal, ended })
  return async () => {
    ending.abort()
    await lock
  }
}

/** Whether a server runs on this database and takes its jobs. It takes no lock: two commands may ask at once. */
export async function isServerRunning(db: Context['db']): Promise<boolean> {
  const { rows } = await sql<{ is_running: boolean }>`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32 | objid::bigint) = hashtextextended(${SERVER_LOCK}, 0)
    ) as is_running`.execute(db)
  return rows[0]!.is_running
}

async function holdLock(
  direct: DirectConnection,
  lock: string,
  { signal, ended }: { signal: AbortSignal; ended: Promise<unknown> },
): Promise<void> {
  while (!signal.aborted) {
    const session = new pg.Client({ ...direct, application_name: 'lustra presence' })
    const sessionEnd = new Promise((resolve) => session.once('end', resolve))
    session.on('error', () => {})
    try {
      await session.connect()
      await session.query(SESSION)
      await session.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [lock])
      await Promise.race([sessionEnd, ended])
    } catch {
      await Promise.race([wait(RECONNECT_MS), ended])
    }
    await session.end().catch(() => {})
  }
}

/**
 * The job 'free-jobs': unlocks the jobs of workers whose process is gone, so that others run them now. graphile-worker
 * itself would wait four hours. The jobs of a living worker stay locked, however long they take. Two runs never
 * overlap, also of several servers. rule: jobs-of-dead-workers, scheduled-jobs
 */
export async function unlockJobsOfDeadWorkers(context: Context): Promise<void> {
  await runAlone(context.direct, () => unlockMissing(context))
}

async function unlockMissing({ db, log }: Context): Promise<void> {
  const missing = await missingWorkers(db)
  if (missing.length === 0) return
  await wait(GRACE_MS)
  const stillMissing = (await missingWorkers(db)).filter((worker) => missing.includes(worker))
  if (stillMissing.length === 0) return
  log.warn({ workers: stillMissing }, 'unlocked the jobs of dead workers')
  await sql`select graphile_worker.force_unlock_workers(${stillMissing}::text[])`.execute(db)
}

/**
 * Waits for the lock of a session of its own: a queue that a dead worker has locked would keep this job from running.
 */
async function runAlone(direct: DirectConnection, work: () => Promise<void>): Promise<void> {
  const session = new pg.Client({ ...direct, application_name: 'lustra presence' })
  session.on('error', () => {})
  try {
    await session.connect()
    await session.query(`${SESSION}; set lock_timeout = ${TURN_MS_MAX}`)
    await session.query('select pg_advisory_lock(hashtextextended($1, 0))', [UNLOCKING])
    await work()
  } finally {
    await session.end().catch(() => {})
  }
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
