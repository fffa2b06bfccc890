import { defineJob } from '#server/queue/define-job.ts'
import { notifyOfAbsence } from '../kinds/absence-notices.ts'
import { notifyReporters } from '../kinds/account-notices.ts'
import { notifyOfBooking, notifyOfHeldBooking } from '../kinds/booking-notices.ts'
import { notifyOfCalendar } from '../kinds/calendar-notices.ts'
import { notifyOfDecision } from '../kinds/decision-notices.ts'
import { notifyOfMessages } from '../kinds/message-notices.ts'
import { notifyOfMoney } from '../kinds/money-notices.ts'
import { remindOfVisits } from '../send/reminders.ts'
import { askForReviews, notifyOfReview } from '../kinds/review-notices.ts'
import { notifyOfSafety } from '../kinds/safety-notices.ts'
import { sendDelayedNotices, sendNoticeLetter } from '../send/send-notice-letter.ts'
import { sendNoticePush, sendPushToDevice } from '../send/send-notice-push.ts'
import { notifyOfVerification } from '../kinds/verification-notices.ts'
import { notifyOfVisit } from '../kinds/visit-notices.ts'

export const NOTICE_JOBS = [
  defineJob({ name: 'notify-booking', lane: 'notices', run: notifyOfBooking }),
  defineJob({ name: 'notify-held-booking', lane: 'notices', run: notifyOfHeldBooking }),
  defineJob({ name: 'notify-absence', lane: 'notices', run: notifyOfAbsence }),
  defineJob({ name: 'notify-visit', lane: 'notices', run: notifyOfVisit }),
  defineJob({ name: 'notify-safety', lane: 'notices', run: notifyOfSafety }),
  defineJob({ name: 'notify-money', lane: 'notices', run: notifyOfMoney }),
  defineJob({ name: 'notify-verification', lane: 'notices', run: notifyOfVerification }),
  defineJob({ name: 'notify-reporters', lane: 'notices', run: notifyReporters }),
  defineJob({ name: 'notify-review', lane: 'notices', run: notifyOfReview }),
  defineJob({ name: 'notify-decision', lane: 'notices', run: notifyOfDecision }),
  defineJob({ name: 'send-notice-letter', lane: 'mail', run: sendNoticeLetter }),
  defineJob({ name: 'send-notice-push', lane: 'notices', run: sendNoticePush }),
  defineJob({ name: 'send-push-to-device', lane: 'push', run: sendPushToDevice }),
  defineJob({
    name: 'send-held-notices',
    lane: 'notices',
    every: '* * * * *',
    run: sendDelayedNotices,
  }),
  defineJob({
    name: 'notify-messages',
    lane: 'notices',
    every: '* * * * *',
    run: notifyOfMessages,
  }),
  defineJob({ name: 'remind-of-visits', lane: 'notices', every: '* * * * *', run: remindOfVisits }),
  defineJob({ name: 'ask-for-reviews', lane: 'other', every: '*/5 * * * *', run: askForReviews }),
  defineJob({ name: 'notify-calendar', lane: 'notices', run: notifyOfCalendar }),
]
