import { runOnce } from 'graphile-worker'
import type { Context } from '#server/context.ts'
import { trackLivingWorkers } from '#server/queue/dead-workers.ts'
import { Presence } from '#server/queue/presence.ts'
import { runnerOptions } from '#server/worker.ts'

/** Runs every job that is due now, one after another, and the jobs that they enqueue. */
export async function runDueJobs(context: Context): Promise<void> {
  const presence = new Presence(context.direct)
  const livingWorkers = trackLivingWorkers(presence)
  try {
    await runOnce(runnerOptions(context, livingWorkers))
  } finally {
    await presence.end()
  }
}
