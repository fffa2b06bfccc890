import { once } from 'node:events'
import type { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { Logger, parseCronItems, run } from 'graphile-worker'
import type { ParsedCronItem, TaskList } from 'graphile-worker'
import { JOBS, jobsOfLane, SCHEDULE } from './jobs.ts'
import type { ClockJob } from './jobs.ts'
import { maskText } from './log-error.ts'
import { returnJobsOf, trackLivingWorkers } from './queue/dead-workers.ts'
import type { LivingWorkers } from './queue/dead-workers.ts'
import { LANES } from './queue/define-job.ts'
import { Presence } from './queue/presence.ts'
import { clockQueue, enqueue, recordClockRun } from './queue/queue.ts'
import type { Context } from './context.ts'

const RESTART_PAUSE_MS = 500

/**
 * Runs the jobs of this process's roles: the queue's and the scheduled ones, those of pictures, or none. A runner that
 * ends by itself, as when the database is lost, is replaced. `stop` waits for the jobs that are running, for `msMax` at
 * most, and returns whether all ended. One that did not is run again by the next start.
 * rule: scheduled-jobs, process-roles, database-lost, graceful-shutdown
 */
export async function startWorker(
  context: Context,
  presence = new Presence(context.direct),
): Promise<{ stop(msMax?: number): Promise<boolean> }> {
  const stopping = new AbortController()
  const { roles } = context.config
  const lanes = lanesOf(roles)
  const pool = poolOf(context, lanes.length)
  const starts = lanes.map((lane) => () => startRunner(context, { pool, presence }, lane))
  const first = await Promise.all(starts.map((start) => start()))
  // A process that was killed before this start may have left a locked job.
  if (lanes.length > 0) await enqueue(context.db, 'free-jobs', {})
  const running = starts.map((start, index) =>
    keepRunning(context, first[index]!, start, stopping.signal),
  )
  const kinds = (['jobs', 'pictures'] as const).filter((kind) => roles.has(kind))
  for (const kind of kinds) void presence.show(kind)
  return {
    async stop(msMax) {
      stopping.abort()
      const ended = Promise.all(kinds.map((kind) => presence.hide(kind)))
        .then(() => Promise.all(running))
        .then(() => pool.end())
        .then(() => presence.end())
        .then(() => true)
      if (msMax === undefined) return ended
      return Promise.race([ended, wait(msMax, false)])
    },
  }
}

/**
 * The connections of the queue: for each lane one that listens for new jobs, and one for its statements. They are none
 * of those of requests and jobs. rule: scheduled-jobs, connections-bounded
 */
function poolOf({ direct }: Context, lanes: number): pg.Pool {
  const max = Math.max(1, 2 * lanes)
  const pool = new QueuePool({ ...direct, application_name: 'lustra jobs', max })
  // The loss of a connection would end the process. The runner hears of it from its statements.
  const ignore = () => {}
  return pool.on('error', ignore).on('connect', (client) => client.on('error', ignore))
}

/**
 * graphile-worker gives a listening connection back twice when it breaks while the runner stops. That would end the
 * process, because nobody handles the error of the second time.
 */
class QueuePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (!callback) return super.connect()
    super.connect((error, client, release) => {
      if (!client) return callback(error, client, release)
      let isReleased = false
      callback(error, client, (problem) => {
        if (!isReleased) release(problem)
        isReleased = true
      })
    })
  }
}
type ConnectCallback = Parameters<typeof pg.Pool.prototype.connect>[0]

type Lane = { slots: number; jobs: ReadonlySet<string>; hasClock: boolean }

function lanesOf(roles: Context['config']['roles']): Lane[] {
  const names = Object.keys(LANES) as (keyof typeof LANES)[]
  return names
    .filter((name) => roles.has(name === 'pictures' ? 'pictures' : 'jobs'))
    .map((name) => ({
      slots: LANES[name],
      jobs: jobsOfLane(name),
      // One runner has the schedule of all lanes.
      hasClock: name === 'other',
    }))
}

type Running = {
  workers: readonly string[]
  /** Resolves when the runner has ended, for whatever reason, or has locked a job perhaps that it does not know. */
  ended: Promise<unknown>
  stop(): Promise<void>
}

async function keepRunning(
  context: Context,
  first: Running,
  start: () => Promise<Running>,
  signal: AbortSignal,
): Promise<void> {
  const aborted = once(signal, 'abort')
  let runner: Running | undefined = first
  let former: readonly string[] = []
  while (!signal.aborted) {
    if (!runner) {
      runner = await start().catch(() => undefined)
      // If it fails, the next run of free-jobs does it.
      if (runner) await returnJobsOf(context.db, former).catch(() => {})
      else await Promise.race([wait(RESTART_PAUSE_MS), aborted])
      continue
    }
    await Promise.race([runner.ended, aborted])
    if (signal.aborted) break
    context.log.error('the job runner has ended; it is started again')
    await runner.stop()
    former = runner.workers
    runner = undefined
  }
  await runner?.stop()
}

async function startRunner(
  context: Context,
  { pool, presence }: { pool: pg.Pool; presence: Presence },
  { slots, jobs, hasClock }: Lane,
): Promise<Running> {
  const livingWorkers = trackLivingWorkers(presence)
  try {
    const events = livingWorkers.events as EventEmitter
    const released = once(events, 'pool:release')
    // The database may have given it a job, and only the answer was lost.
    const unsure = new Promise<void>((resolve) =>
      livingWorkers.events.on('worker:getJob:error', ({ error }) => {
        if (!wasRefused(error)) resolve()
      }),
    )
    const runner = await run({
      ...runnerOptions(context, livingWorkers, jobs),
      pgPool: pool,
      concurrency: slots,
      parsedCronItems: hasClock ? clockItems() : [],
      preset: {
        worker: {
          // Without a batch graphile-worker rejects a promise that nobody handles when it cannot record a job's end.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    })
    runner.promise.catch(() => {})
    return {
      workers: livingWorkers.ids,
      ended: Promise.race([released, unsure]),
      async stop() {
        // It is refused when the runner has stopped already. It also waits for the scheduler, which pauses after an
        // error.
        runner.stop().catch(() => {})
        await released
        await livingWorkers.end()
      },
    }
  } catch (error) {
    await livingWorkers.end()
    throw error
  }
}

/** The database has answered that it did nothing, as while its disk is full. graphile-worker asks again in a while. */
function wasRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '')
}

/**
 * The scheduled jobs. One that still runs at its next time is followed by one more run, however many times were
 * missed. A failed run is not repeated, because the next one does the same. rule: scheduled-jobs
 */
export function clockItems(): ParsedCronItem[] {
  return parseCronItems(
    SCHEDULE.map(({ job, when }) => ({
      task: job,
      match: when,
      options: {
        jobKey: clockQueue(job),
        maxAttempts: 1,
        // It would wait in a queue that a dead worker has locked, and it is what unlocks queues.
        ...(job === 'free-jobs' ? {} : { queueName: clockQueue(job) }),
      },
    })),
  )
}

/** The options of a runner of graphile-worker for some jobs, or for all. */
export function runnerOptions(
  context: Context,
  { events }: LivingWorkers,
  jobs: ReadonlySet<string> = new Set(Object.keys(JOBS)),
) {
  return {
    pgPool: context.pool,
    events,
    noHandleSignals: true,
    logger: new Logger(({ taskIdentifier, jobId }) => (level, text) => {
      const message = maskText(text)
      const fields = { job: taskIdentifier, jobId }
      if (level === 'error') context.log.error(fields, message)
      else if (level === 'warning') context.log.warn(fields, message)
      else context.log.debug(fields, message)
    }),
    taskList: Object.fromEntries(
      Object.entries(JOBS)
        .filter(([name]) => jobs.has(name))
        .map(([name, run]) => [
          name,
          // enqueue() checked the payload's type.
          async (payload: unknown) => {
            const work = run as (context: Context, payload: unknown) => Promise<void>
            const { tracing } = context
            if (tracing)
              await tracing.span(`job ${name}`, { 'lustra.job': name }, () =>
                work(context, payload),
              )
            else await work(context, payload)
            if (isClockJob(name)) await rememberRun(context, name)
          },
        ]),
    ) satisfies TaskList,
  }
}

const CLOCK_JOBS: ReadonlySet<string> = new Set(SCHEDULE.map(({ job }) => job))

function isClockJob(name: string): name is ClockJob {
  return CLOCK_JOBS.has(name)
}

/** The job has done its work, so it has not failed when this cannot be stored. */
async function rememberRun({ db, log }: Context, job: ClockJob): Promise<void> {
  await recordClockRun(db, job).catch((error: unknown) => {
    log.warn({ err: error, job }, 'the run of a scheduled job is not recorded')
  })
}
