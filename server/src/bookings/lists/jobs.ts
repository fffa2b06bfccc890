import type { Context } from '#server/context.ts'
import { defineJob } from '#server/queue/define-job.ts'
import { runEachStep } from '#server/queue/run-batches.ts'
import { expireChanges } from '../series/series-jobs.ts'
import { completeBookings, expireBookings, expireProposals } from './booking-jobs.ts'

export const BOOKING_JOBS = [
  defineJob({ name: 'expire-bookings', lane: 'other', every: '* * * * *', run: expireBookings }),
  defineJob({
    name: 'complete-bookings',
    lane: 'other',
    every: '* * * * *',
    run: completeBookings,
  }),
  defineJob({ name: 'expire-proposals', lane: 'other', every: '* * * * *', run: expireOpen }),
]

/** The job 'expire-proposals'. */
async function expireOpen(context: Context): Promise<void> {
  await runEachStep([() => expireProposals(context), () => expireChanges(context)])
}
