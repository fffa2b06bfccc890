import { endSuspensions } from './features/account/suspend-account.ts'
import { noteDeletion, keepNotes } from './features/account/deletion-notes.ts'
import { forgetUnverified } from './features/account/forget-unverified.ts'
import { sendSuspensionLetter } from './features/account/suspension-letter.ts'
import { eraseUnusedAccess } from './features/access/erase-unused.ts'
import { anchorAudit } from './features/audit/anchor-audit.ts'
import { redactOldAgreements } from './features/agreements/redact-agreements.ts'
import { countCities } from './features/cities/count-cities.ts'
import { endApprovals } from './features/billing/decide-approval.ts'
import { expireCheckout } from './features/billing/checkout.ts'
import { returnDueCredits } from './features/billing/return-credits.ts'
import { retryProviderTasks } from './features/billing/provider-tasks.ts'
import { deleteCustomer, endSubscription, refundPayment } from './features/billing/refunds.ts'
import { renewSubscriptions } from './features/billing/renewals.ts'
import {
  completeBookings,
  expireBookings,
  expireProposals,
} from './features/bookings/booking-jobs.ts'
import { openCasesOfFailedJobs } from './features/cases/failed-job-cases.ts'
import { deleteOldCases } from './features/cases/forget-cases.ts'
import { releaseIdleCases } from './features/cases/release-cases.ts'
import { releaseDueScreened } from './features/holds/release-held.ts'
import { sendEmailChangeLetter } from './features/identity/email-change-letters.ts'
import { sendVerificationMail } from './features/identity/email-verification.ts'
import { sendFactorLetter, sendKnownPasswordLetter } from './features/identity/factor-letter.ts'
import {
  finishFactorRemovals,
  sendFactorRemovalLetter,
} from './features/identity/factor-removal.ts'
import { remindUnverified } from './features/identity/remind-unverified.ts'
import { sendGuessLetter } from './features/identity/guess-letter.ts'
import { sendResetMail } from './features/identity/password-reset.ts'
import { deleteOldSecurityEvents } from './features/identity/security-events.ts'
import { sendOperatorGuessLetter } from './features/operators/guess-letter.ts'
import { sendOperatorSignInLetter } from './features/operators/sign-in-letter.ts'
import { sendSignInLetter } from './features/identity/sign-in-letter.ts'
import { tellOpened } from './features/decisions/tell-opened.ts'
import { makeAvif } from './features/media/stored-picture.ts'
import { notifyOfDecision } from './features/notifications/decision-notices.ts'
import { notifyOfAbsence } from './features/notifications/absence-notices.ts'
import { warnOfUnusedAccess } from './features/notifications/access-notices.ts'
import { notifyReporters } from './features/notifications/account-notices.ts'
import { notifyOfBooking, notifyOfHeldBooking } from './features/notifications/booking-notices.ts'
import { notifyOfCalendar } from './features/notifications/calendar-notices.ts'
import { notifyOfMessages } from './features/notifications/message-notices.ts'
import { notifyOfMoney } from './features/notifications/money-notices.ts'
import { sendNoticePush, sendPushToDevice } from './features/notifications/send-notice-push.ts'
import {
  sendDelayedNotices,
  sendNoticeLetter,
} from './features/notifications/send-notice-letter.ts'
import { remindOfVisits } from './features/notifications/reminders.ts'
import { askForReviews, notifyOfReview } from './features/notifications/review-notices.ts'
import { notifyOfSafety } from './features/notifications/safety-notices.ts'
import { notifyOfVerification } from './features/notifications/verification-notices.ts'
import { notifyOfVisit } from './features/notifications/visit-notices.ts'
import { deleteOldProblems } from './features/problems/delete-problems.ts'
import { deleteOldReceipts, settleHours } from './features/hours/hour-jobs.ts'
import { moveProblems } from './features/problems/problem-jobs.ts'
import { adoptStoredPictures } from './features/professionals/picture-storage.ts'
import { deleteUnusedPicture, sweepPictures } from './features/professionals/unused-pictures.ts'
import { deleteOldNotes, revealNotes } from './features/reviews/client-notes.ts'
import { flagAbuse } from './features/reports/flag-abuse.ts'
import { deleteWaitingPhotos } from './features/reviews/review-photos.ts'
import { revealReviews } from './features/reviews/reveal-reviews.ts'
import { deleteOldSafety } from './features/safety/delete-safety.ts'
import { raiseAlarms } from './features/safety/safety-alarms.ts'
import { sendInvitation, sendSafetyLetter } from './features/safety/safety-letters.ts'
import { clearPastDays, refreshAllDue } from './features/search/search-times.ts'
import { divideSitemap } from './features/sharing/sitemap.ts'
import { deleteOldSupport } from './features/support/forget-support.ts'
import { sendSupportAnswer } from './features/support/support-letter.ts'
import { sendSupportMail } from './features/support/support.ts'
import { expireChanges, extendSeries } from './features/series/series-jobs.ts'
import { deletePastBusyTimes } from './features/time/delete-past-busy-times.ts'
import { readDueFeeds, readNewFeed } from './features/time/read-feeds.ts'
import { clearPastTimes } from './features/time/clear-past-times.ts'
import { sendBadgeLetter } from './features/verification/badge-letter.ts'
import { endBadges } from './features/verification/end-badges.ts'
import { sendVerificationNotice } from './features/verification/notice-letter.ts'
import { eraseDocuments } from './features/verification/erase-documents.ts'
import { sendReferenceLetter } from './features/verification/reference-letter.ts'
import { standRejections } from './features/verification/stand-rejections.ts'
import { eraseNumbers } from './features/verification/erase-numbers.ts'
import { deleteOldWork } from './features/visits/delete-work.ts'
import { deleteUnusedPairFiles } from './features/visits/pairs.ts'
import { deleteExpired, deleteExpiredTimeLinks } from './http/delete-expired.ts'
import { deleteOldStages } from './features/visits/delete-stages.ts'
import { createPayments } from './outside/payments/create-payments.ts'
import { deliverSimulatedEvent } from './outside/payments/simulated/webhooks.ts'
import { unlockJobsOfDeadWorkers } from './queue/dead-workers.ts'
import type { ClockJob, JobPayloads } from './queue/queue.ts'
import { runEachStep } from './queue/run-batches.ts'
import type { Context } from './context.ts'

/** Every background job. Each may run twice without harm. rule: jobs-in-transaction */
export const JOBS: {
  [Job in keyof JobPayloads]: (context: Context, payload: JobPayloads[Job]) => Promise<void>
} = {
  'send-reset-mail': sendResetMail,
  'send-verification-mail': sendVerificationMail,
  'send-email-change-letter': sendEmailChangeLetter,
  'send-guess-letter': sendGuessLetter,
  'send-sign-in-letter': sendSignInLetter,
  'send-operator-sign-in-letter': sendOperatorSignInLetter,
  'send-operator-guess-letter': sendOperatorGuessLetter,
  'send-factor-letter': sendFactorLetter,
  'send-known-password-letter': sendKnownPasswordLetter,
  'send-factor-removal-letter': sendFactorRemovalLetter,
  'send-suspension-letter': sendSuspensionLetter,
  'send-support-mail': sendSupportMail,
  'send-support-answer': sendSupportAnswer,
  'send-safety-invitation': sendInvitation,
  'send-safety-letter': sendSafetyLetter,
  'notify-booking': notifyOfBooking,
  'notify-held-booking': notifyOfHeldBooking,
  'notify-absence': notifyOfAbsence,
  'notify-visit': notifyOfVisit,
  'notify-safety': notifyOfSafety,
  'notify-money': notifyOfMoney,
  'notify-verification': notifyOfVerification,
  'notify-reporters': notifyReporters,
  'notify-review': notifyOfReview,
  'notify-decision': notifyOfDecision,
  'send-notice-letter': sendNoticeLetter,
  'send-notice-push': sendNoticePush,
  'send-push-to-device': sendPushToDevice,
  'send-held-notices': sendDelayedNotices,
  'notify-messages': notifyOfMessages,
  'remind-of-visits': remindOfVisits,
  'expire-bookings': expireBookings,
  'complete-bookings': completeBookings,
  'expire-proposals': expireOpen,
  'move-problems': moveProblems,
  'safety-alarms': raiseAlarms,
  'settle-hours': settleHours,
  'extend-series': extendSeries,
  'forget-old': deleteShortLived,
  'anchor-audit': anchorAudit,
  'end-approvals': endApprovals,
  'tell-opened': tellOpened,
  'end-suspensions': endSuspensions,
  'forget-security-events': deleteOldSecurityEvents,
  'remind-unverified': remindUnverified,
  'forget-unverified': forgetUnverified,
  'finish-factor-removals': finishFactorRemovals,
  'release-cases': keepCases,
  'release-screened': releaseDueScreened,
  'forget-cases': deleteOldCases,
  'free-jobs': unlockJobsOfDeadWorkers,
  'make-avif': makeAvif,
  'forget-picture': deleteUnusedPicture,
  'forget-pairs': deleteUnusedPairFiles,
  'note-deletion': noteDeletion,
  'sweep-pictures': sweepStorage,
  'adopt-pictures': adoptStoredPictures,
  'refund-payment': refundPayment,
  'end-subscription': endSubscription,
  'delete-customer': deleteCustomer,
  'expire-checkout': expireCheckout,
  'reveal-reviews': revealAll,
  'flag-abuse': flagAbuse,
  'ask-for-reviews': askForReviews,
  'return-leads': returnDueCredits,
  renewals: renewSubscriptions,
  'retry-provider-tasks': retryProviderTasks,
  'deliver-simulated-event': deliverSimulatedEvent,
  'erase-numbers': eraseNumbers,
  'stand-rejections': standRejections,
  'end-badges': endBadges,
  'erase-documents': eraseDocuments,
  'send-badge-letter': sendBadgeLetter,
  'send-verification-notice': sendVerificationNotice,
  'send-reference-letter': sendReferenceLetter,
  'forget-past-times': clearPastTimes,
  'count-cities': countCities,
  'divide-sitemap': (context) => divideSitemap(context),
  'refresh-search-times': refreshAllDue,
  'forget-support': deleteOldSupport,
  'read-calendar': readNewFeed,
  'read-calendars': readDueFeeds,
  'forget-busy': deleteOldTimeData,
  'forget-visits': deleteOldVisitData,
  'notify-calendar': notifyOfCalendar,
  'run-by-hand': runByHand,
}

/** The scheduled jobs, in crontab syntax (UTC). rule: scheduled-jobs */
export const SCHEDULE: readonly {
  job: ClockJob
  when: string
}[] = [
  { job: 'expire-bookings', when: '* * * * *' },
  { job: 'complete-bookings', when: '* * * * *' },
  { job: 'expire-proposals', when: '* * * * *' },
  { job: 'move-problems', when: '* * * * *' },
  { job: 'safety-alarms', when: '* * * * *' },
  { job: 'settle-hours', when: '* * * * *' },
  { job: 'extend-series', when: '10 5 * * *' },
  { job: 'send-held-notices', when: '* * * * *' },
  { job: 'notify-messages', when: '* * * * *' },
  { job: 'remind-of-visits', when: '* * * * *' },
  { job: 'forget-old', when: '17 * * * *' },
  { job: 'anchor-audit', when: '3 8 * * *' },
  { job: 'end-approvals', when: '7 * * * *' },
  { job: 'tell-opened', when: '11 * * * *' },
  { job: 'end-suspensions', when: '*/5 * * * *' },
  { job: 'forget-security-events', when: '13 8 * * *' },
  { job: 'remind-unverified', when: '22 * * * *' },
  { job: 'forget-unverified', when: '33 8 * * *' },
  { job: 'finish-factor-removals', when: '19 * * * *' },
  { job: 'release-cases', when: '*/5 * * * *' },
  { job: 'release-screened', when: '*/5 * * * *' },
  { job: 'forget-cases', when: '23 8 * * *' },
  { job: 'free-jobs', when: '* * * * *' },
  { job: 'forget-pairs', when: '* * * * *' },
  { job: 'sweep-pictures', when: '43 9 * * *' },
  { job: 'reveal-reviews', when: '*/5 * * * *' },
  { job: 'flag-abuse', when: '*/15 * * * *' },
  { job: 'ask-for-reviews', when: '*/5 * * * *' },
  { job: 'return-leads', when: '* * * * *' },
  { job: 'renewals', when: '*/10 * * * *' },
  { job: 'retry-provider-tasks', when: '37 * * * *' },
  { job: 'erase-numbers', when: '29 * * * *' },
  { job: 'end-badges', when: '43 8 * * *' },
  { job: 'stand-rejections', when: '31 * * * *' },
  { job: 'erase-documents', when: '39 * * * *' },
  // On the hour, when own days begin, so that no card shows a pause that is over.
  { job: 'forget-past-times', when: '0 * * * *' },
  { job: 'forget-support', when: '53 8 * * *' },
  { job: 'read-calendars', when: '*/5 * * * *' },
  { job: 'forget-busy', when: '23 9 * * *' },
  { job: 'forget-visits', when: '33 9 * * *' },
  { job: 'refresh-search-times', when: '* * * * *' },
  { job: 'count-cities', when: '* * * * *' },
  { job: 'divide-sitemap', when: '47 * * * *' },
]

/** The job 'release-cases'. */
async function keepCases(context: Context): Promise<void> {
  await runEachStep([() => releaseIdleCases(context), () => openCasesOfFailedJobs(context)])
}

/** The job 'expire-proposals'. */
async function expireOpen(context: Context): Promise<void> {
  await runEachStep([() => expireProposals(context), () => expireChanges(context)])
}

/** The job 'forget-old'. */
async function deleteShortLived(context: Context): Promise<void> {
  await runEachStep([() => deleteExpired(context), () => deleteWaitingPhotos(context)])
}

/** The job 'sweep-pictures'. */
async function sweepStorage(context: Context): Promise<void> {
  await runEachStep([() => sweepPictures(context), () => keepNotes(context)])
}

/** The job 'reveal-reviews'. */
async function revealAll(context: Context): Promise<void> {
  await runEachStep([() => revealReviews(context), () => revealNotes(context)])
}

/**
 * The job 'forget-visits'. The jobs that delete are called 'forget-…', because operators and running databases know
 * these names; functions and files say what they do: delete, erase, redact.
 */
async function deleteOldVisitData(context: Context): Promise<void> {
  await runEachStep([
    () => redactOldAgreements(context),
    () => deleteOldWork(context),
    () => deleteOldProblems(context),
    () => deleteOldNotes(context),
    () => deleteOldStages(context),
    () => deleteOldSafety(context),
    () => deleteOldReceipts(context),
    () => eraseUnusedAccess(context),
    () => warnOfUnusedAccess(context),
  ])
}

/** The job 'forget-busy'. */
async function deleteOldTimeData(context: Context): Promise<void> {
  await runEachStep([
    () => deletePastBusyTimes(context),
    () => clearPastDays(context),
    () => deleteExpiredTimeLinks(context),
  ])
}

/** The job 'run-by-hand': runs a scheduled job for `npm run job`, as of a moment. rule: run-job */
async function runByHand(context: Context, { job, at }: JobPayloads['run-by-hand']): Promise<void> {
  if (at === null) return JOBS[job](context, {})
  const clock = { now: () => new Date(at) }
  const payments = await createPayments(context.config, context.db, clock)
  return JOBS[job]({ ...context, clock, payments }, {})
}
