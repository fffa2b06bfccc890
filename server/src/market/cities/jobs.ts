import { defineJob } from '#server/queue/define-job.ts'
import { countCities } from './count-cities.ts'

export const CITY_JOBS = [
  defineJob({ name: 'count-cities', lane: 'other', every: '* * * * *', run: countCities }),
]
