import { Logger, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Every job and its payload. jobs.ts maps each to its function. */
export type JobPayloads = {
  'send-reset-mail': { user_id: string }
  'notify-booking': { event_id: string }
  'notify-money': { event_id: string }
  'notify-verification': { event_id: string }
  'send-notice-letter': { notice_id: string }
  'send-notice-push': { notice_id: string }
  'send-push-to-device': { notice_id: string; endpoint: string }
  'send-held-notices': Record<string, never>
  'notify-messages': Record<string, never>
  'remind-of-visits': Record<string, never>
  'expire-bookings': Record<string, never>
  'complete-bookings': Record<string, never>
  'forget-old': Record<string, never>
  'free-jobs': Record<string, never>
  'gather-place-changes': Record<string, never>
  'make-avif': { file: string }
  'forget-picture': { file: string }
  'sweep-pictures': Record<string, never>
  'refund-payment': { payment_id: string }
  'end-subscription': { subscription_id: string }
  'return-leads': Record<string, never>
  renewals: Record<string, never>
  'deliver-simulated-event': { id: string; type: string; object_id: string }
  'erase-numbers': Record<string, never>
}

/** Logs nothing: the caller reports the result. */
const quietLogger = new Logger(() => () => {})

/** Applies graphile-worker's own migrations (schema graphile_worker). May be repeated. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: quietLogger })
}

/**
 * Enqueues a job in the transaction of the change that needs it. `runAt` is the earliest moment (default: now). A
 * waiting job with the same `key` is replaced. Jobs with a lower `priority` number run first. rule: jobs-in-transaction
 */
export async function enqueue<Job extends keyof JobPayloads>(
  db: Db,
  job: Job,
  payload: JobPayloads[Job],
  { runAt, key, priority }: { runAt?: Date; key?: string; priority?: number } = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      ${job}, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz, job_key => ${key ?? null},
      priority => ${priority ?? null}::smallint
    )`.execute(db)
}

/** An SQL expression that enqueues a job within a larger statement. `payload` is an SQL expression of type json. */
export function addJobSql(
  job: keyof JobPayloads,
  payload: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(${sql.lit(job)}, ${payload})`
}
