import { returnDueCredits } from './features/billing/ledger.ts'
import { endSubscription, refundPayment } from './features/billing/refunds.ts'
import { renewSubscriptions } from './features/billing/renewals.ts'
import { completeBookings, expireBookings } from './features/bookings/booking-jobs.ts'
import { sendResetMail } from './features/identity/password-reset.ts'
import { makeAvif } from './features/media/stored-picture.ts'
import { notifyOfBooking } from './features/notifications/booking-notices.ts'
import { notifyOfMessages } from './features/notifications/message-notices.ts'
import { notifyOfMoney } from './features/notifications/money-notices.ts'
import { sendNoticePush, sendPushToDevice } from './features/notifications/send-notice-push.ts'
import {
  sendDelayedNotices,
  sendNoticeLetter,
} from './features/notifications/send-notice-letter.ts'
import { remindOfVisits } from './features/notifications/reminders.ts'
import { notifyOfVerification } from './features/notifications/verification-notices.ts'
import { deleteUnusedPicture, sweepPictures } from './features/professionals/unused-pictures.ts'
import { compactSearchVersions } from './features/search/search.ts'
import { eraseNumbers } from './features/verification/erase-numbers.ts'
import { deleteExpired } from './http/delete-expired.ts'
import { deliverSimulatedEvent } from './outside/payments/simulated/webhooks.ts'
import { unlockJobsOfDeadWorkers } from './queue/dead-workers.ts'
import type { JobPayloads } from './queue/queue.ts'
import type { Context } from './context.ts'

/** Every background job. Each may run twice without harm. rule: jobs-in-transaction */
export const JOBS: {
  [Job in keyof JobPayloads]: (context: Context, payload: JobPayloads[Job]) => Promise<void>
} = {
  'send-reset-mail': sendResetMail,
  'notify-booking': notifyOfBooking,
  'notify-money': notifyOfMoney,
  'notify-verification': notifyOfVerification,
  'send-notice-letter': sendNoticeLetter,
  'send-notice-push': sendNoticePush,
  'send-push-to-device': sendPushToDevice,
  'send-held-notices': sendDelayedNotices,
  'notify-messages': notifyOfMessages,
  'remind-of-visits': remindOfVisits,
  'expire-bookings': expireBookings,
  'complete-bookings': completeBookings,
  'forget-old': deleteExpired,
  'free-jobs': unlockJobsOfDeadWorkers,
  'make-avif': makeAvif,
  'forget-picture': deleteUnusedPicture,
  'sweep-pictures': sweepPictures,
  'refund-payment': refundPayment,
  'end-subscription': endSubscription,
  'return-leads': returnDueCredits,
  renewals: renewSubscriptions,
  'deliver-simulated-event': deliverSimulatedEvent,
  'erase-numbers': eraseNumbers,
  'gather-place-changes': compactSearchVersions,
}

/** The jobs that run on a clock, in crontab syntax (UTC). rule: job-clock */
export const SCHEDULE: readonly {
  job:
    | 'expire-bookings'
    | 'complete-bookings'
    | 'send-held-notices'
    | 'notify-messages'
    | 'remind-of-visits'
    | 'forget-old'
    | 'free-jobs'
    | 'sweep-pictures'
    | 'return-leads'
    | 'renewals'
    | 'erase-numbers'
    | 'gather-place-changes'
  when: string
}[] = [
  { job: 'expire-bookings', when: '* * * * *' },
  { job: 'complete-bookings', when: '* * * * *' },
  { job: 'send-held-notices', when: '* * * * *' },
  { job: 'notify-messages', when: '* * * * *' },
  { job: 'remind-of-visits', when: '* * * * *' },
  { job: 'forget-old', when: '17 * * * *' },
  { job: 'free-jobs', when: '* * * * *' },
  { job: 'sweep-pictures', when: '43 9 * * *' },
  { job: 'return-leads', when: '* * * * *' },
  { job: 'renewals', when: '*/10 * * * *' },
  { job: 'erase-numbers', when: '29 * * * *' },
  { job: 'gather-place-changes', when: '*/5 * * * *' },
]
