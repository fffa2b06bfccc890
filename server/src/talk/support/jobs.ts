import { defineJob } from '#server/queue/define-job.ts'
import { deleteOldSupport } from './forget-support.ts'
import { sendSupportAnswer } from './support-letter.ts'
import { sendSupportMail } from './support.ts'

export const SUPPORT_JOBS = [
  defineJob({ name: 'send-support-mail', lane: 'mail', run: sendSupportMail }),
  defineJob({ name: 'send-support-answer', lane: 'mail', run: sendSupportAnswer }),
  defineJob({ name: 'forget-support', lane: 'other', every: '53 8 * * *', run: deleteOldSupport }),
]
