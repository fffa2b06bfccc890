import { defineJob } from '#server/queue/define-job.ts'
import { makeAvif } from './stored-picture.ts'

export const MEDIA_JOBS = [defineJob({ name: 'make-avif', lane: 'pictures', run: makeAvif })]
