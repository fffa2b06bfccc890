import { Logger, parseCronItems, run, runOnce } from 'graphile-worker'
import type { TaskList } from 'graphile-worker'
import { JOBS, SCHEDULE } from './jobs.ts'
import { trackLivingWorkers } from './queue/dead-workers.ts'
import type { LivingWorkers } from './queue/dead-workers.ts'
import { enqueue } from './queue/queue.ts'
import type { Context } from './context.ts'

const CONCURRENT_JOBS = 2

/** Runs the queue's jobs and the scheduled jobs in this process. `stop` waits for the jobs that are running. */
export async function startWorker(context: Context): Promise<{ stop(): Promise<void> }> {
  const livingWorkers = trackLivingWorkers(context.pool)
  const runner = await run({
    ...optionsFor(context, livingWorkers),
    concurrency: CONCURRENT_JOBS,
    parsedCronItems: parseCronItems(SCHEDULE.map(({ job, when }) => ({ task: job, match: when }))),
  })
  // A process that was killed before this start may have left a locked job.
  await enqueue(context.db, 'free-jobs', {})
  return {
    async stop() {
      await runner.stop()
      await livingWorkers.end()
    },
  }
}

/** Runs every job that is due now, one after another, and the jobs that they enqueue. */
export async function runDueJobs(context: Context): Promise<void> {
  const livingWorkers = trackLivingWorkers(context.pool)
  try {
    await runOnce(optionsFor(context, livingWorkers))
  } finally {
    await livingWorkers.end()
  }
}

function optionsFor(context: Context, { events }: LivingWorkers) {
  return {
    pgPool: context.pool,
    events,
    noHandleSignals: true,
    logger: new Logger(({ taskIdentifier, jobId }) => (level, message) => {
      const fields = { job: taskIdentifier, jobId }
      if (level === 'error') context.log.error(fields, message)
      else if (level === 'warning') context.log.warn(fields, message)
      else context.log.debug(fields, message)
    }),
    taskList: Object.fromEntries(
      Object.entries(JOBS).map(([name, run]) => [
        name,
        // enqueue() checked the payload's type.
        (payload: unknown) =>
          (run as (context: Context, payload: unknown) => Promise<void>)(context, payload),
      ]),
    ) satisfies TaskList,
  }
}
