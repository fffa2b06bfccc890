import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { quietLogger } from './quiet-logger.ts'

/** Every job of the server and what it is told; jobs.ts says what it does. */
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

/** Brings the queue's own tables (schema graphile_worker) up to date; harmless to repeat. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: quietLogger })
}

/**
 * Puts a job into the queue in the transaction of the deed that asks for it: no deed, no job. `runAt` is the earliest
 * moment (now unless told); of jobs with one `key` that wait, the last remains; a higher `priority` number waits for lower ones.
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

/** The same within a statement of one's own: an expression that adds a job with a payload made in SQL. */
export function addJobSql(
  job: keyof JobPayloads,
  payload: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(${sql.lit(job)}, ${payload})`
}
