import { defineJob } from '#server/queue/define-job.ts'
import { recountAllVisits } from '#server/people/listing/card-visits.ts'
import { refreshAllDue } from './search-times.ts'

export const SEARCH_JOBS = [
  defineJob({
    name: 'refresh-search-times',
    lane: 'other',
    every: '* * * * *',
    run: refreshAllDue,
  }),
  defineJob({ name: 'recount-visits', lane: 'other', every: '20 5 * * *', run: recountAllVisits }),
]
