import { eraseUnusedAccess } from '#server/visits/access/erase-unused.ts'
import { ACCOUNT_JOBS } from '#server/account/close/jobs.ts'
import { redactOldAgreements } from '#server/bookings/agreements/redact-agreements.ts'
import { AUDIT_JOBS } from '#server/trust/audit/jobs.ts'
import { BILLING_JOBS } from '#server/money/subscription/jobs.ts'
import { BOOKING_JOBS } from '#server/bookings/lists/jobs.ts'
import { CASE_JOBS } from '#server/trust/cases/jobs.ts'
import { CITY_JOBS } from '#server/market/cities/jobs.ts'
import { DECISION_JOBS } from '#server/trust/decisions/jobs.ts'
import { HOLD_JOBS } from '#server/bookings/held/jobs.ts'
import { deleteOldReceipts } from '#server/bookings/hours/hour-jobs.ts'
import { HOUR_JOBS } from '#server/bookings/hours/jobs.ts'
import { IDENTITY_JOBS } from '#server/account/own/jobs.ts'
import { MEDIA_JOBS } from '#server/pictures/jobs.ts'
import { warnOfUnusedAccess } from '#server/talk/kinds/access-notices.ts'
import { NOTICE_JOBS } from '#server/talk/notices/jobs.ts'
import { OPERATOR_JOBS } from '#server/console/operators/jobs.ts'
import { deleteOldProblems } from '#server/visits/problems/delete-problems.ts'
import { PROBLEM_JOBS } from '#server/visits/problems/jobs.ts'
import { PROFESSIONAL_JOBS } from '#server/market/professionals/jobs.ts'
import { REPORT_JOBS } from '#server/trust/reports/jobs.ts'
import { deleteOldNotes } from '#server/market/reviews/client-notes.ts'
import { REVIEW_JOBS } from '#server/market/reviews/jobs.ts'
import { deleteWaitingPhotos } from '#server/market/reviews/review-photos.ts'
import { deleteOldSafety } from '#server/visits/safety/delete-safety.ts'
import { SAFETY_JOBS } from '#server/visits/safety/jobs.ts'
import { SEARCH_JOBS } from '#server/market/search/jobs.ts'
import { clearPastDays } from '#server/market/search/search-times.ts'
import { SERIES_JOBS } from '#server/bookings/series/jobs.ts'
import { SHARING_JOBS } from '#server/market/sharing/jobs.ts'
import { SUPPORT_JOBS } from '#server/talk/support/jobs.ts'
import { deletePastBusyTimes } from '#server/calendar/busy/delete-past-busy-times.ts'
import { TIME_JOBS } from '#server/calendar/plan/jobs.ts'
import { VERIFICATION_JOBS } from '#server/trust/verification/jobs.ts'
import { deleteOldStages } from '#server/visits/day/delete-stages.ts'
import { deleteOldWork } from '#server/visits/day/delete-work.ts'
import { VISIT_JOBS } from '#server/visits/day/jobs.ts'
import { deleteExpired, deleteExpiredTimeLinks } from './http/delete-expired.ts'
import { createPayments } from './outside/payments/create-payments.ts'
import { deliverSimulatedEvent } from './outside/payments/simulated/webhooks.ts'
import { unlockJobsOfDeadWorkers } from './queue/dead-workers.ts'
import { defineJob } from './queue/define-job.ts'
import type { Lane } from './queue/define-job.ts'
import type { JobPayloads } from './queue/queue.ts'
import { runEachStep } from './queue/run-batches.ts'
import type { Context } from './context.ts'

/** Every job. Each may run twice without harm. */
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

type PayloadsOf<One extends Job> = { [Each in One as Each['name']]: Parameters<Each['run']>[1] }

declare module './queue/queue.ts' {
  interface JobPayloads extends PayloadsOf<Job> {}
}

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

/** The names of a lane's jobs. rule: scheduled-jobs */
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

/** The job 'run-by-hand': runs a scheduled job for `npm run job`, as of a moment; null: now. rule: operator-commands */
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
