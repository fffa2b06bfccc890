import { EventEmitter, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { Context } from '#server/context.ts'

const AGAIN_MS = 1000
/** A worker that only lost its connection has that long to show again. */
const GRACE_MS = 5000
/** A machine that is gone without a word is noticed within a minute. */
const SESSION = `set statement_timeout = 0; set tcp_keepalives_idle = 30;
  set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3`

export type LivingWorkers = {
  /** For the queue: every worker that it makes is shown. */
  events: WorkerEvents
  end(): Promise<void>
}

/** Shows that the workers of this process live: for each the lock of a session, which PostgreSQL ends with the process. */
export function showLivingWorkers(pool: pg.Pool): LivingWorkers {
  const ending = new AbortController()
  const ended = once(ending.signal, 'abort')
  const shown: Promise<void>[] = []
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    shown.push(show(pool, workerPool.id, { signal: ending.signal, ended }))
  })
  return {
    events,
    async end() {
      ending.abort()
      await Promise.all(shown)
    },
  }
}

async function show(
  pool: pg.Pool,
  worker: string,
  { signal, ended }: { signal: AbortSignal; ended: Promise<unknown> },
): Promise<void> {
  while (!signal.aborted) {
    const session = new pg.Client(pool.options)
    const lost = new Promise((resolve) => session.once('end', resolve))
    session.on('error', () => {})
    try {
      await session.connect()
      await session.query(SESSION)
      await session.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockOf(worker)])
      await Promise.race([lost, ended])
    } catch {
      await Promise.race([wait(AGAIN_MS), ended])
    }
    await session.end().catch(() => {})
  }
}

/**
 * The job 'free-jobs': what a process that is gone had begun, killed or with its machine, is done by others at once, instead of the
 * four hours after which the queue itself would. What a living one is at stays its own, however long it takes.
 */
export async function unlockJobsOfDeadWorkers({ db, log }: Context): Promise<void> {
  const missing = await missingWorkers(db)
  if (missing.length === 0) return
  await wait(GRACE_MS)
  const gone = (await missingWorkers(db)).filter((worker) => missing.includes(worker))
  if (gone.length === 0) return
  log.warn({ workers: gone }, 'the jobs of workers that are gone go on')
  await sql`select graphile_worker.force_unlock_workers(${gone}::text[])`.execute(db)
}

/** Workers that have begun a job and do not show. */
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
