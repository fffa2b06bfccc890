import type { Context } from '#server/context.ts'

/**
 * Lanes of jobs, and how many jobs of each run at a time in a process. No job takes a slot of another lane. So a mail
 * server, push service, payment provider or bucket that does not answer holds up nothing else, least of all notices and
 * safety alarms. The letters of alarms wait for no other letter. rule: scheduled-jobs
 */
export const LANES = {
  notices: 2,
  money: 1,
  provider: 2,
  mail: 1,
  safety: 1,
  push: 2,
  calendars: 2,
  pictures: 1,
  other: 2,
} as const
export type Lane = keyof typeof LANES

type Nothing = Record<string, never>
type Job<Name extends string, Payload> = {
  name: Name
  lane: Lane
  run: (context: Context, payload: Payload) => Promise<void>
}

/**
 * Declares a job, beside its feature. `every`: a scheduled job's times in crontab syntax (UTC). A job's payload holds
 * ids alone: the job loads what is true when it runs. rule: scheduled-jobs
 */
export function defineJob<const Name extends string>(
  job: Job<Name, Nothing> & { every: string },
): Job<Name, Nothing> & { every: string }
export function defineJob<const Name extends string, Payload = Nothing>(
  job: Job<Name, Payload>,
): Job<Name, Payload>
export function defineJob(job: Job<string, never>): Job<string, never> {
  return job
}
