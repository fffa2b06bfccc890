import { defineJob } from '#server/queue/define-job.ts'
import { anchorAudit } from './anchor-audit.ts'

export const AUDIT_JOBS = [
  defineJob({ name: 'anchor-audit', lane: 'other', every: '3 8 * * *', run: anchorAudit }),
]
