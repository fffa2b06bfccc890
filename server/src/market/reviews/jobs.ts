import type { Context } from '#server/context.ts'
import { defineJob } from '#server/queue/define-job.ts'
import { runEachStep } from '#server/queue/run-batches.ts'
import { revealNotes } from './client-notes.ts'
import { revealReviews } from '../write-reviews/reveal-reviews.ts'

export const REVIEW_JOBS = [
  defineJob({ name: 'reveal-reviews', lane: 'other', every: '*/5 * * * *', run: revealAll }),
]

/** The job 'reveal-reviews'. */
async function revealAll(context: Context): Promise<void> {
  await runEachStep([() => revealReviews(context), () => revealNotes(context)])
}
