import { defineJob } from '#server/queue/define-job.ts'
import { deleteUnusedPairFiles } from './pairs.ts'

export const VISIT_JOBS = [
  defineJob({
    name: 'forget-pairs',
    lane: 'other',
    every: '* * * * *',
    run: deleteUnusedPairFiles,
  }),
]
