import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { Context } from '#server/context.ts'
import type { DirectConnection } from '#server/db/db.ts'
import { PRESENCE_SESSION } from './presence.ts'
import type { Presence } from './presence.ts'

/** How long a worker that lost its connection has to take its lock again. */
const GRACE_MS = 5000
const UNLOCKING = 'clock free-jobs'
/** How long a run waits for the one before it. */
const TURN_MS_MAX = 30_000

export type LivingWorkers = {
  /** The ids of graphile-worker's workers, which stand in the jobs that they lock. */
  ids: readonly string[]
  /** Passed to graphile-worker. A lock is taken for every worker that it creates. */
  events: WorkerEvents
  end(): Promise<void>
}

/** Takes an advisory lock for every worker of a runner, until `end`. rule: scheduled-jobs */
export function trackLivingWorkers(presence: Presence): LivingWorkers {
  const ids: string[] = []
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    ids.push(workerPool.id)
    void presence.hold(lockOf(workerPool.id))
  })
  return {
    ids,
    events,
    async end() {
      await Promise.all(ids.map((id) => presence.release(lockOf(id))))
    },
  }
}

/**
 * The job 'free-jobs': unlocks the jobs of workers whose process is gone, so that others run them now. graphile-worker
 * itself would wait four hours. The jobs of a living worker stay locked, however long they take. Two runs never
 * overlap, also of several servers. rule: scheduled-jobs
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
  await unlockJobsOf(db, stillMissing)
}

/**
 * Unlocks what workers of this process have left when they ended: jobs that they were given without hearing of it. None
 * has begun, so the attempt does not count: a scheduled job has no other one.
 */
export async function returnJobsOf(db: Context['db'], workers: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ ids: string[]; attempts: number }>`
      select array_agg(id::text) as ids, greatest(0, attempts - 1) as attempts from graphile_worker.jobs
      where locked_by = any(${workers}::text[]) group by 2`.execute(tx)
    await unlockJobsOf(tx, workers)
    for (const { ids, attempts } of rows)
      await sql`select graphile_worker.reschedule_jobs(${ids}::bigint[], attempts => ${attempts}::integer)`.execute(
        tx,
      )
  })
}

/** Unlocks the jobs of workers that have ended. */
async function unlockJobsOf(db: Context['db'], workers: readonly string[]): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(${workers}::text[])`.execute(db)
}

/**
 * Waits for the lock of a session of its own: a queue that a dead worker has locked would keep this job from running.
 */
async function runAlone(direct: DirectConnection, work: () => Promise<void>): Promise<void> {
  const session = new pg.Client({ ...direct, application_name: 'lustra presence' })
  session.on('error', () => {})
  try {
    await session.connect()
    await session.query(`${PRESENCE_SESSION}; set lock_timeout = ${TURN_MS_MAX}`)
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
