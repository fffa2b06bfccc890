import { eraseUnusedAccess } from './features/access/erase-unused.ts'
import { ACCOUNT_JOBS } from './features/account/jobs.ts'
import { redactOldAgreements } from './features/agreements/redact-agreements.ts'
import { AUDIT_JOBS } from './features/audit/jobs.ts'
import { BILLING_JOBS } from './features/billing/jobs.ts'
import { BOOKING_JOBS } from './features/bookings/jobs.ts'
import { CASE_JOBS } from './features/cases/jobs.ts'
import { CITY_JOBS } from './features/cities/jobs.ts'
import { DECISION_JOBS } from './features/decisions/jobs.ts'
import { HOLD_JOBS } from './features/holds/jobs.ts'
import { deleteOldReceipts } from './features/hours/hour-jobs.ts'
import { HOUR_JOBS } from './features/hours/jobs.ts'
import { IDENTITY_JOBS } from './features/identity/jobs.ts'
import { MEDIA_JOBS } from './features/media/jobs.ts'
import { warnOfUnusedAccess } from './features/notifications/access-notices.ts'
import { NOTICE_JOBS } from './features/notifications/jobs.ts'
import { OPERATOR_JOBS } from './features/operators/jobs.ts'
import { deleteOldProblems } from './features/problems/delete-problems.ts'
import { PROBLEM_JOBS } from './features/problems/jobs.ts'
import { PROFESSIONAL_JOBS } from './features/professionals/jobs.ts'
import { REPORT_JOBS } from './features/reports/jobs.ts'
import { deleteOldNotes } from './features/reviews/client-notes.ts'
import { REVIEW_JOBS } from './features/reviews/jobs.ts'
import { deleteWaitingPhotos } from './features/reviews/review-photos.ts'
import { deleteOldSafety } from './features/safety/delete-safety.ts'
import { SAFETY_JOBS } from './features/safety/jobs.ts'
import { SEARCH_JOBS } from './features/search/jobs.ts'
import { clearPastDays } from './features/search/search-times.ts'
import { SERIES_JOBS } from './features/series/jobs.ts'
import { SHARING_JOBS } from './features/sharing/jobs.ts'
import { SUPPORT_JOBS } from './features/support/jobs.ts'
import { deletePastBusyTimes } from './features/time/delete-past-busy-times.ts'
import { TIME_JOBS } from './features/time/jobs.ts'
import { VERIFICATION_JOBS } from './features/verification/jobs.ts'
import { deleteOldStages } from './features/visits/delete-stages.ts'
import { deleteOldWork } from './features/visits/delete-work.ts'
import { VISIT_JOBS } from './features/visits/jobs.ts'
import { deleteExpired, deleteExpiredTimeLinks } from './http/delete-expired.ts'
import { createPayments } from './outside/payments/create-payments.ts'
import { deliverSimulatedEvent } from './outside/payments/simulated/webhooks.ts'
import { unlockJobsOfDeadWorkers } from './queue/dead-workers.ts'
import { defineJob } from './queue/define-job.ts'
import type { Lane } from './queue/define-job.ts'
import { runEachStep } from './queue/run-batches.ts'
import type { Context } from './context.ts'

/** Every job. Each may run twice without harm. rule: jobs-in-transaction */
const ALL = [
  ...ACCOUNT_JOBS,
  ...AUDIT_JOBS,
  ...BILLING_JOBS,
  ...BOOKING_JOBS,
  ...CASE_JOBS,
  ...CITY_JOBS,
  ...DECISION_JOBS,
  ...HOLD_JOBS,
  ...HOUR_JOBS,
  ...IDENTITY_JOBS,
  ...MEDIA_JOBS,
  ...NOTICE_JOBS,
  ...OPERATOR_JOBS,
  ...PROBLEM_JOBS,
  ...PROFESSIONAL_JOBS,
  ...REPORT_JOBS,
  ...REVIEW_JOBS,
  ...SAFETY_JOBS,
  ...SEARCH_JOBS,
  ...SERIES_JOBS,
  ...SHARING_JOBS,
  ...SUPPORT_JOBS,
  ...TIME_JOBS,
  ...VERIFICATION_JOBS,
  ...VISIT_JOBS,
  defineJob({ name: 'forget-old', lane: 'other', every: '17 * * * *', run: deleteShortLived }),
  defineJob({ name: 'free-jobs', lane: 'other', every: '* * * * *', run: unlockJobsOfDeadWorkers }),
  defineJob({ name: 'deliver-simulated-event', lane: 'provider', run: deliverSimulatedEvent }),
  defineJob({ name: 'forget-busy', lane: 'other', every: '23 9 * * *', run: deleteOldTimeData }),
  defineJob({ name: 'forget-visits', lane: 'other', every: '33 9 * * *', run: deleteOldVisitData }),
  defineJob({ name: 'run-by-hand', lane: 'other', run: runByHand }),
]
type Job = (typeof ALL)[number]

/** The payload of each job. */
export type JobPayloads = { [One in Job as One['name']]: Parameters<One['run']>[1] }

/** The names of the scheduled jobs. */
export type ClockJob = Extract<Job, { every: string }>['name']

/** The function of each job, by its name. */
export const JOBS = Object.fromEntries(ALL.map(({ name, run }) => [name, run])) as {
  [Name in keyof JobPayloads]: (context: Context, payload: JobPayloads[Name]) => Promise<void>
}

/** The scheduled jobs, in crontab syntax (UTC). rule: scheduled-jobs */
export const SCHEDULE: readonly { job: ClockJob; when: string }[] = ALL.flatMap((job) =>
  'every' in job ? [{ job: job.name, when: job.every }] : [],
)

/** The names of a lane's jobs. rule: job-lanes */
export function jobsOfLane(lane: Lane): ReadonlySet<string> {
  return new Set(ALL.filter((job) => job.lane === lane).map(({ name }) => name))
}

/** The job 'forget-old'. */
async function deleteShortLived(context: Context): Promise<void> {
  await runEachStep([() => deleteExpired(context), () => deleteWaitingPhotos(context)])
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

/** The job 'run-by-hand': runs a scheduled job for `npm run job`, as of a moment; null: now. rule: run-job */
async function runByHand(
  context: Context,
  { job: name, at }: { job: string; at: string | null },
): Promise<void> {
  const job = SCHEDULE.find((one) => one.job === name)?.job
  if (!job) throw new Error(`No scheduled job is called ${name}.`)
  if (at === null) return JOBS[job](context, {})
  const clock = { now: () => new Date(at) }
  const payments = await createPayments(context.config, context.db, clock)
  return JOBS[job]({ ...context, clock, payments }, {})
}
