import { defineJob } from '#server/queue/define-job.ts'
import { sendOperatorGuessLetter } from '../sign-in/guess-letter.ts'
import { sendOperatorSignInLetter } from '../sign-in/sign-in-letter.ts'

export const OPERATOR_JOBS = [
  defineJob({ name: 'send-operator-sign-in-letter', lane: 'mail', run: sendOperatorSignInLetter }),
  defineJob({ name: 'send-operator-guess-letter', lane: 'mail', run: sendOperatorGuessLetter }),
]
