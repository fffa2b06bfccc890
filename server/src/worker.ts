import { Logger, parseCronItems, run, runOnce } from 'graphile-worker'
import type { TaskList } from 'graphile-worker'
import { JOBS, TIMETABLE } from './jobs.ts'
import { showLivingWorkers } from './queue/dead-workers.ts'
import type { LivingWorkers } from './queue/dead-workers.ts'
import { enqueue } from './queue/queue.ts'
import type { Context } from './context.ts'

const JOBS_AT_ONCE = 2

/** Does the queue's jobs in this process, and those of the timetable when their time comes; `stop` lets what is under way end. */
export async function startWorker(context: Context): Promise<{ stop(): Promise<void> }> {
  const livingWorkers = showLivingWorkers(context.pool)
  const runner = await run({
    ...optionsFor(context, livingWorkers),
    concurrency: JOBS_AT_ONCE,
    parsedCronItems: parseCronItems(TIMETABLE.map(({ job, when }) => ({ task: job, match: when }))),
  })
  // Who was killed before us may have left something.
  await enqueue(context.db, 'free-jobs', {})
  return {
    async stop() {
      await runner.stop()
      await livingWorkers.end()
    },
  }
}

/** Does every job that is due now, one after another, also those that they bring about. */
export async function runDueJobs(context: Context): Promise<void> {
  const livingWorkers = showLivingWorkers(context.pool)
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
      const line = { job: taskIdentifier, jobId }
      if (level === 'error') context.log.error(line, message)
      else if (level === 'warning') context.log.warn(line, message)
      else context.log.debug(line, message)
    }),
    taskList: Object.fromEntries(
      Object.entries(JOBS).map(([name, deed]) => [
        name,
        // The payload was checked by its type when it was enqueued.
        (payload: unknown) =>
          (deed as (context: Context, payload: unknown) => Promise<void>)(context, payload),
      ]),
    ) satisfies TaskList,
  }
}
