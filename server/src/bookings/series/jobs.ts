import { defineJob } from '#server/queue/define-job.ts'
import { extendSeries } from './series-jobs.ts'

export const SERIES_JOBS = [
  defineJob({ name: 'extend-series', lane: 'other', every: '10 5 * * *', run: extendSeries }),
]
