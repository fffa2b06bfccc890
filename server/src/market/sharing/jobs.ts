import { defineJob } from '#server/queue/define-job.ts'
import { divideSitemap } from './sitemap.ts'

export const SHARING_JOBS = [
  defineJob({
    name: 'divide-sitemap',
    lane: 'other',
    every: '47 * * * *',
    run: (context) => divideSitemap(context),
  }),
]
