import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { JOBS, jobsOfLane } from '#server/jobs.ts'
import type { ClockJob } from '#server/jobs.ts'
import type { JobPayloads } from '#server/queue/queue.ts'
import { requireKeys } from './installation.ts'
import { isRunning } from '#server/queue/presence.ts'
import type { ProcessKind } from '#server/queue/presence.ts'
import { clockQueue, enqueue } from '#server/queue/queue.ts'
import { differingSettings } from './server-settings.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'

const POLL_MS = 100

/**
 * Runs a scheduled job as of a moment (null: now): in the running server, which has its own mail and payments, or
 * here when none runs. Resolves when it is done. Throws StartupProblem when it failed. rule: operator-commands
 */
export async function runClockJob(context: Context, job: ClockJob, at: string | null) {
  if (!(await isRunning(context.db, 'jobs'))) {
    await requireServersSettings(context, 'Nothing was run.')
    return JOBS[job](context, {})
  }
  const queue = clockQueue(job)
  const id = await enqueue(context.db, 'run-by-hand', { job, at }, { attempts: 1, queue })
  await finishOnlyAttempt(context, id, job)
}

/**
 * Makes this database the owner of the stored pictures. The running process of pictures does it, in its own storage. If
 * none runs, it is done here, if this is the storage of the server that started last. Throws StartupProblem when it
 * failed. rule: picture-storage-owner
 */
export async function adoptPictures(context: Context): Promise<void> {
  if (!(await isRunning(context.db, 'pictures'))) {
    await requireServersSettings(context, 'Nothing was changed.', { withPlace: true })
    return JOBS['adopt-pictures'](context, {})
  }
  // The operator waits for it, and the one slot of pictures may have many deletions to do.
  const id = await enqueue(context.db, 'adopt-pictures', {}, { attempts: 1, priority: -20 })
  await finishOnlyAttempt(context, id, 'adopt-pictures')
}

/** Waits for a job with one attempt. One that failed leaves the queue, and its error is thrown. */
async function finishOnlyAttempt(
  context: Context,
  id: string,
  job: keyof JobPayloads,
): Promise<void> {
  const error = await failureOf(context, id, takerOf(job))
  if (error === undefined) return
  await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(context.db)
  throw new StartupProblem(`${job} failed in the server: ${error}`)
}

/**
 * Waits until the running server has made an attempt at a queued job, or makes one attempt at this one job here when no
 * server runs. Throws StartupProblem when it failed; the job stays in the queue. rule: operator-commands
 */
export async function finishJob(context: Context, id: string): Promise<void> {
  const { db } = context
  const { rows } = await sql<{ name: keyof JobPayloads }>`
    select task_identifier as name from graphile_worker.jobs where id = ${id}`.execute(db)
  const [job] = rows
  if (!job) return
  const taker = takerOf(job.name)
  if (await isRunning(db, taker)) {
    const error = await failureOf(context, id, taker)
    if (error === undefined) return
    throw new StartupProblem(`The job failed in the server: ${error}`)
  }
  await requireServersSettings(context, 'The job waits for the server.')
  const run = JOBS[job.name] as (context: Context, payload: unknown) => Promise<void>
  const payload = await payloadOf(db, id)
  try {
    await run(context, payload)
  } catch (error) {
    throw new StartupProblem(`The job failed and waits for the server: ${String(error)}`)
  }
  await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(db)
}

/** The view of the queue has no payloads; the function that reschedules a job returns it. */
async function payloadOf(db: Db, id: string): Promise<unknown> {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker.reschedule_jobs(array[${id}::bigint])`.execute(db)
  if (!rows[0]) throw new StartupProblem('A server that has just started runs the job.')
  return rows[0].payload
}

/**
 * Letters, payments, pictures and links go where those of the server go, and never where the shell's settings happen to
 * say. Throws StartupProblem with the outcome for the operator.
 */
async function requireServersSettings(
  context: Context,
  outcome: string,
  compared?: { withPlace?: boolean; keysOnly?: boolean },
): Promise<void> {
  await requireKeys(context)
  const names = await differingSettings(context, compared)
  if (names.length === 0) return
  throw new StartupProblem(
    `The server ran with other settings: ${names.join(', ')}. Start it, or set the same ones here. ${outcome}`,
  )
}

/**
 * The running server could not read what other keys encrypt. Throws StartupProblem. rule: access-vault, ssn-secrecy
 */
export async function requireServersKeys(context: Context): Promise<void> {
  await requireServersSettings(context, 'Nothing was encrypted again.', { keysOnly: true })
}

/** The kind of process that runs a job. rule: process-roles */
function takerOf(job: keyof JobPayloads): ProcessKind {
  return jobsOfLane('pictures').has(job) ? 'pictures' : 'jobs'
}

/** Waits for the first attempt at a job. Returns its error; undefined when the job is done. */
async function failureOf(
  { db }: Context,
  id: string,
  taker: ProcessKind,
): Promise<string | undefined> {
  for (;;) {
    const { rows } = await sql<{ last_error: string | null; was_tried: boolean }>`
      select last_error, attempts > 0 and locked_at is null as was_tried
      from graphile_worker.jobs where id = ${id}`.execute(db)
    const [job] = rows
    if (!job) return undefined
    if (job.last_error !== null && job.was_tried) return job.last_error
    if (!(await isRunning(db, taker))) {
      throw new StartupProblem('The server has stopped. The job waits for its next start.')
    }
    await wait(POLL_MS)
  }
}
