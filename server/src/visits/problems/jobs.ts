import { defineJob } from '#server/queue/define-job.ts'
import { moveProblems } from './problem-jobs.ts'

export const PROBLEM_JOBS = [
  defineJob({ name: 'move-problems', lane: 'other', every: '* * * * *', run: moveProblems }),
]
