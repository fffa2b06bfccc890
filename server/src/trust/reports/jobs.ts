import { defineJob } from '#server/queue/define-job.ts'
import { flagAbuse } from './flag-abuse.ts'

export const REPORT_JOBS = [
  defineJob({ name: 'flag-abuse', lane: 'other', every: '*/15 * * * *', run: flagAbuse }),
]
