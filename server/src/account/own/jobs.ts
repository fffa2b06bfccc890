import { defineJob } from '#server/queue/define-job.ts'
import { sendEmailChangeLetter } from '../email/email-change-letters.ts'
import { sendVerificationMail } from '../email/email-verification.ts'
import { sendFactorLetter } from '#server/people/factors/factor-letter.ts'
import {
  finishFactorRemovals,
  sendFactorRemovalLetter,
} from '#server/people/factors/factor-removal.ts'
import { sendGuessLetter, sendKnownPasswordLetter } from '#server/people/sessions/guess-letter.ts'
import { sendResetMail } from '../email/password-reset.ts'
import { remindUnverified } from '../email/remind-unverified.ts'
import { deleteOldSecurityEvents } from '#server/people/sessions/security-events.ts'
import { sendSignInLetter } from '#server/people/sessions/sign-in-letter.ts'

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
