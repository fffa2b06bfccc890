import { defineJob } from '#server/queue/define-job.ts'
import { raiseAlarms } from './safety-alarms.ts'
import { sendInvitation, sendSafetyLetter } from './safety-letters.ts'

export const SAFETY_JOBS = [
  defineJob({ name: 'send-safety-invitation', lane: 'mail', run: sendInvitation }),
  defineJob({ name: 'send-safety-letter', lane: 'safety', run: sendSafetyLetter }),
  defineJob({ name: 'safety-alarms', lane: 'notices', every: '* * * * *', run: raiseAlarms }),
]
