import type { Context } from '#server/context.ts'
import { defineJob } from '#server/queue/define-job.ts'
import { runEachStep } from '#server/queue/run-batches.ts'
import { openCasesOfFailedJobs } from './failed-job-cases.ts'
import { deleteOldCases } from './forget-cases.ts'
import { releaseIdleCases } from './release-cases.ts'

export const CASE_JOBS = [
  defineJob({ name: 'release-cases', lane: 'other', every: '*/5 * * * *', run: keepCases }),
  defineJob({ name: 'forget-cases', lane: 'other', every: '23 8 * * *', run: deleteOldCases }),
]

/** The job 'release-cases'. */
async function keepCases(context: Context): Promise<void> {
  await runEachStep([() => releaseIdleCases(context), () => openCasesOfFailedJobs(context)])
}
