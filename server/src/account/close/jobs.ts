import type { Context } from '#server/context.ts'
import { defineJob } from '#server/queue/define-job.ts'
import { runEachStep } from '#server/queue/run-batches.ts'
import { sweepPictures } from '#server/market/professionals/unused-pictures.ts'
import { keepNotes, noteDeletion } from './deletion-notes.ts'
import { forgetUnverified } from './forget-unverified.ts'
import { endSuspensions } from '../suspend/suspend-account.ts'
import { sendSuspensionLetter } from '../suspend/suspension-letter.ts'

export const ACCOUNT_JOBS = [
  defineJob({ name: 'send-suspension-letter', lane: 'mail', run: sendSuspensionLetter }),
  defineJob({ name: 'end-suspensions', lane: 'other', every: '*/5 * * * *', run: endSuspensions }),
  defineJob({
    name: 'forget-unverified',
    lane: 'other',
    every: '33 8 * * *',
    run: forgetUnverified,
  }),
  defineJob({ name: 'note-deletion', lane: 'pictures', run: noteDeletion }),
  defineJob({ name: 'sweep-pictures', lane: 'pictures', every: '43 9 * * *', run: sweepStorage }),
]

/** The job 'sweep-pictures'. */
async function sweepStorage(context: Context): Promise<void> {
  await runEachStep([() => sweepPictures(context), () => keepNotes(context)])
}
