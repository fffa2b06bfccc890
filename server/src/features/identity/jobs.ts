import { defineJob } from '#server/queue/define-job.ts'
import { sendEmailChangeLetter } from './email-change-letters.ts'
import { sendVerificationMail } from './email-verification.ts'
import { sendFactorLetter } from './factor-letter.ts'
import { finishFactorRemovals, sendFactorRemovalLetter } from './factor-removal.ts'
import { sendGuessLetter, sendKnownPasswordLetter } from './guess-letter.ts'
import { sendResetMail } from './password-reset.ts'
import { remindUnverified } from './remind-unverified.ts'
import { deleteOldSecurityEvents } from './security-events.ts'
import { sendSignInLetter } from './sign-in-letter.ts'

export const IDENTITY_JOBS = [
  defineJob({ name: 'send-reset-mail', lane: 'mail', run: sendResetMail }),
  defineJob({ name: 'send-verification-mail', lane: 'mail', run: sendVerificationMail }),
  defineJob({ name: 'send-email-change-letter', lane: 'mail', run: sendEmailChangeLetter }),
  defineJob({ name: 'send-guess-letter', lane: 'mail', run: sendGuessLetter }),
  defineJob({ name: 'send-sign-in-letter', lane: 'mail', run: sendSignInLetter }),
  defineJob({ name: 'send-factor-letter', lane: 'mail', run: sendFactorLetter }),
  defineJob({ name: 'send-known-password-letter', lane: 'mail', run: sendKnownPasswordLetter }),
  defineJob({ name: 'send-factor-removal-letter', lane: 'mail', run: sendFactorRemovalLetter }),
  defineJob({
    name: 'forget-security-events',
    lane: 'other',
    every: '13 8 * * *',
    run: deleteOldSecurityEvents,
  }),
  defineJob({
    name: 'remind-unverified',
    lane: 'other',
    every: '22 * * * *',
    run: remindUnverified,
  }),
  defineJob({
    name: 'finish-factor-removals',
    lane: 'other',
    every: '19 * * * *',
    run: finishFactorRemovals,
  }),
]
