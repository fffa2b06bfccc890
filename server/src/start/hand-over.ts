import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { JOBS } from '#server/jobs.ts'
import type { ClockJob } from '#server/jobs.ts'
import { requireKeys } from './installation.ts'
import { isRunning } from '#server/queue/presence.ts'
import type { ProcessKind } from '#server/queue/presence.ts'
import { clockQueue, enqueue } from '#server/queue/queue.ts'
import { differingSettings } from './server-settings.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import type { Context } from '#server/context.ts'

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
  await finishOnlyAttempt(context, id, { job, taker: 'jobs' })
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
  await finishOnlyAttempt(context, id, { job: 'adopt-pictures', taker: 'pictures' })
}

/** Waits for a job with one attempt in such a process. One that failed leaves the queue; its error is thrown. */
async function finishOnlyAttempt(
  { db }: Context,
  id: string,
  { job, taker }: { job: string; taker: ProcessKind },
): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ last_error: string | null; was_tried: boolean }>`
      select last_error, attempts > 0 and locked_at is null as was_tried
      from graphile_worker.jobs where id = ${id}`.execute(db)
    const [waiting] = rows
    if (!waiting) return
    if (waiting.last_error !== null && waiting.was_tried) {
      await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(db)
      throw new StartupProblem(`${job} failed in the server: ${waiting.last_error}`)
    }
    if (!(await isRunning(db, taker))) {
      throw new StartupProblem('The server has stopped. The job waits for its next start.')
    }
    await wait(POLL_MS)
  }
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
 * The running server could not read what other keys encrypt. Throws StartupProblem. rule: access-details, ssn-secrecy
 */
export async function requireServersKeys(context: Context): Promise<void> {
  await requireServersSettings(context, 'Nothing was encrypted again.', { keysOnly: true })
}
