import { defineJob } from '#server/queue/define-job.ts'
import { settleHours } from './hour-jobs.ts'

export const HOUR_JOBS = [
  defineJob({ name: 'settle-hours', lane: 'other', every: '* * * * *', run: settleHours }),
]
