import { defineJob } from '#server/queue/define-job.ts'
import { sendBadgeLetter } from './badge-letter.ts'
import { endBadges } from './end-badges.ts'
import { eraseDocuments } from '../documents/erase-documents.ts'
import { eraseNumbers } from './erase-numbers.ts'
import { sendVerificationNotice } from './notice-letter.ts'
import { sendReferenceLetter } from './reference-letter.ts'
import { standRejections } from './stand-rejections.ts'

export const VERIFICATION_JOBS = [
  defineJob({ name: 'erase-numbers', lane: 'other', every: '29 * * * *', run: eraseNumbers }),
  defineJob({ name: 'stand-rejections', lane: 'other', every: '31 * * * *', run: standRejections }),
  defineJob({ name: 'end-badges', lane: 'other', every: '43 8 * * *', run: endBadges }),
  defineJob({ name: 'erase-documents', lane: 'other', every: '39 * * * *', run: eraseDocuments }),
  defineJob({ name: 'send-badge-letter', lane: 'mail', run: sendBadgeLetter }),
  defineJob({ name: 'send-verification-notice', lane: 'mail', run: sendVerificationNotice }),
  defineJob({ name: 'send-reference-letter', lane: 'mail', run: sendReferenceLetter }),
]
