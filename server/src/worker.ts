import { Logger, parseCronItems, run, runOnce } from 'graphile-worker'
import type { TaskList } from 'graphile-worker'
import { JOBS, TIMETABLE } from './jobs.ts'
import { bePresent } from './queue/presence.ts'
import type { Presence } from './queue/presence.ts'
import { enqueue } from './queue/queue.ts'
import type { World } from './world.ts'

const JOBS_AT_ONCE = 2

/** Does the queue's jobs in this process, and those of the timetable when their time comes; `stop` lets what is under way end. */
export async function startWorker(world: World): Promise<{ stop(): Promise<void> }> {
  const presence = bePresent(world.pool)
  const runner = await run({
    ...optionsFor(world, presence),
    concurrency: JOBS_AT_ONCE,
    parsedCronItems: parseCronItems(TIMETABLE.map(({ job, when }) => ({ task: job, match: when }))),
  })
  // Who was killed before us may have left something.
  await enqueue(world.db, 'free-jobs', {})
  return {
    async stop() {
      await runner.stop()
      await presence.end()
    },
  }
}

/** Does every job that is due now, one after another, also those that they bring about. */
export async function runDueJobs(world: World): Promise<void> {
  const presence = bePresent(world.pool)
  try {
    await runOnce(optionsFor(world, presence))
  } finally {
    await presence.end()
  }
}

function optionsFor(world: World, { events }: Presence) {
  return {
    pgPool: world.pool,
    events,
    noHandleSignals: true,
    logger: new Logger(({ taskIdentifier, jobId }) => (level, message) => {
      const line = { job: taskIdentifier, jobId }
      if (level === 'error') world.log.error(line, message)
      else if (level === 'warning') world.log.warn(line, message)
      else world.log.debug(line, message)
    }),
    taskList: Object.fromEntries(
      Object.entries(JOBS).map(([name, deed]) => [
        name,
        // The payload was checked by its type when it was enqueued.
        (payload: unknown) =>
          (deed as (world: World, payload: unknown) => Promise<void>)(world, payload),
      ]),
    ) satisfies TaskList,
  }
}
