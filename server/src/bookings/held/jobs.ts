import { defineJob } from '#server/queue/define-job.ts'
import { releaseDueScreened } from './release-held.ts'

export const HOLD_JOBS = [
  defineJob({
    name: 'release-screened',
    lane: 'other',
    every: '*/5 * * * *',
    run: releaseDueScreened,
  }),
]
