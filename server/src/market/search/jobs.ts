import { defineJob } from '#server/queue/define-job.ts'
import { refreshAllDue } from './search-times.ts'

export const SEARCH_JOBS = [
  defineJob({
    name: 'refresh-search-times',
    lane: 'other',
    every: '* * * * *',
    run: refreshAllDue,
  }),
]
