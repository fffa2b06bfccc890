import { defineJob } from '#server/queue/define-job.ts'
import { tellOpened } from './tell-opened.ts'

export const DECISION_JOBS = [
  defineJob({ name: 'tell-opened', lane: 'other', every: '11 * * * *', run: tellOpened }),
]
