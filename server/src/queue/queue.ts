import { Logger, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import pg from 'pg'
import type { VerificationKind } from '#contract/verification-rules.ts'
import type { Db } from '#server/db/db.ts'

/** Every job and its payload. jobs.ts maps each to its function. */
export type JobPayloads = {
  'send-reset-mail': { user_id: string }
  'send-verification-mail': { user_id: string }
  'send-email-change-letter': {
    change_id: string
    letter: 'asked_old' | 'changed_old' | 'changed_new'
  }
  'send-guess-letter': { user_id: string }
  'send-sign-in-letter': { letter_id: string }
  'send-operator-guess-letter': { operator_id: string }
  'send-operator-sign-in-letter': { operator_id: string; user_agent: string; at: string }
  'send-factor-letter': {
    user_id: string
    change:
      | 'passkey_added'
      | 'passkey_removed'
      | 'app_added'
      | 'app_removed'
      | 'recovery_code_used'
      | 'recovery_codes_renewed'
      | 'feed_made'
      | 'contact_named'
      | 'contact_removed'
    /** Default: when the letter is sent. */
    at?: string
  }
  'send-known-password-letter': { user_id: string }
  'send-factor-removal-letter': { removal_id: string; about: 'asked' | 'reminder' | 'removed' }
  'send-suspension-letter': { suspension_id: string; about: 'begin' | 'end' }
  /** `post_id`: what the person wrote later in the thread of that message. */
  'send-support-mail': { message_id: string; post_id?: string }
  'send-support-answer': { post_id: string }
  /** `email_hash`: of the address that is invited, in hexadecimal. */
  'send-safety-invitation': { professional_id: string; email_hash: string }
  'send-safety-letter': { timer_id: string; about: 'alarm' | 'checked_in' }
  'notify-booking': { event_id: string }
  /** A held booking that ended before it was sent. */
  'notify-held-booking': { booking_id: string }
  /** The bookings of one client that an absence ended. */
  'notify-absence': { event_id: string; booking_ids: string[] }
  /** `waited`: its time has come, so it does not wait again. rule: visit-notice-limit */
  'notify-visit': { event_id: string; waited?: boolean }
  /** `stopped_at`: when the contact declined. Jobs of before it was stored have none. */
  'notify-safety': { timer_id: string; about: 'soon' | 'stopped'; stopped_at?: string }
  'notify-money': { event_id: string }
  'notify-reporters': { case_id: string }
  'notify-verification': { event_id: string }
  'send-verification-notice': { notice_id: string }
  'send-reference-letter': { reference_id: string }
  'send-badge-letter': { user_id: string; kind?: VerificationKind }
  'notify-review': { review_id: string }
  'notify-decision': { decision_id: string; about?: 'appeal' }
  'send-notice-letter': { notice_id: string }
  'send-notice-push': { notice_id: string }
  'send-push-to-device': { notice_id: string; endpoint: string }
  'send-held-notices': Record<string, never>
  'notify-messages': Record<string, never>
  'remind-of-visits': Record<string, never>
  'expire-bookings': Record<string, never>
  'complete-bookings': Record<string, never>
  'expire-proposals': Record<string, never>
  'move-problems': Record<string, never>
  'safety-alarms': Record<string, never>
  'settle-hours': Record<string, never>
  'extend-series': Record<string, never>
  'forget-old': Record<string, never>
  'anchor-audit': Record<string, never>
  'end-approvals': Record<string, never>
  'tell-opened': Record<string, never>
  'end-suspensions': Record<string, never>
  'forget-security-events': Record<string, never>
  'remind-unverified': Record<string, never>
  'forget-unverified': Record<string, never>
  'finish-factor-removals': Record<string, never>
  'release-cases': Record<string, never>
  'release-screened': Record<string, never>
  'forget-cases': Record<string, never>
  'free-jobs': Record<string, never>
  'forget-past-times': Record<string, never>
  'refresh-search-times': Record<string, never>
  'count-cities': Record<string, never>
  'divide-sitemap': Record<string, never>
  'forget-pairs': Record<string, never>
  'make-avif': { file: string }
  'forget-picture': { file: string }
  /** `day`: of the deletion, such as 2026-12-01. */
  'note-deletion': { user_id: string; day: string }
  'sweep-pictures': Record<string, never>
  'adopt-pictures': Record<string, never>
  'refund-payment': { payment_id: string }
  'end-subscription': { subscription_id: string }
  'delete-customer': { customer_id: string }
  'expire-checkout': { checkout_id: string }
  'reveal-reviews': Record<string, never>
  'flag-abuse': Record<string, never>
  'ask-for-reviews': Record<string, never>
  'return-leads': Record<string, never>
  renewals: Record<string, never>
  'retry-provider-tasks': Record<string, never>
  'deliver-simulated-event': { id: string; type: string; object_id: string }
  'erase-numbers': Record<string, never>
  'stand-rejections': Record<string, never>
  'end-badges': Record<string, never>
  'erase-documents': Record<string, never>
  'forget-support': Record<string, never>
  'read-calendar': { calendar_id: string }
  'read-calendars': Record<string, never>
  'forget-busy': Record<string, never>
  'forget-visits': Record<string, never>
  'notify-calendar': { event_id: string }
  /** `at`: the moment as which the job runs; null: now. */
  'run-by-hand': { job: ClockJob; at: string | null }
}

/** The jobs of the schedule in jobs.ts. */
export type ClockJob =
  | 'expire-bookings'
  | 'complete-bookings'
  | 'expire-proposals'
  | 'move-problems'
  | 'safety-alarms'
  | 'settle-hours'
  | 'extend-series'
  | 'send-held-notices'
  | 'notify-messages'
  | 'remind-of-visits'
  | 'forget-old'
  | 'anchor-audit'
  | 'end-approvals'
  | 'tell-opened'
  | 'end-suspensions'
  | 'forget-security-events'
  | 'remind-unverified'
  | 'forget-unverified'
  | 'finish-factor-removals'
  | 'release-cases'
  | 'release-screened'
  | 'forget-cases'
  | 'free-jobs'
  | 'forget-pairs'
  | 'sweep-pictures'
  | 'reveal-reviews'
  | 'flag-abuse'
  | 'ask-for-reviews'
  | 'return-leads'
  | 'renewals'
  | 'retry-provider-tasks'
  | 'erase-numbers'
  | 'stand-rejections'
  | 'end-badges'
  | 'erase-documents'
  | 'forget-past-times'
  | 'forget-support'
  | 'read-calendars'
  | 'forget-busy'
  | 'forget-visits'
  | 'refresh-search-times'
  | 'count-cities'
  | 'divide-sitemap'

/** The queue of a scheduled job: it never runs twice at a time, also not by hand. rule: scheduled-jobs */
export function clockQueue(job: ClockJob): string {
  return `clock ${job}`
}

/**
 * The scheduled jobs whose last run failed. The queue keeps a failed run until the next one takes its place, or for a
 * day. rule: scheduled-jobs
 */
export async function failedClockJobs(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ job: string }>`
    select task_identifier as job from graphile_worker.jobs
    where key = 'clock ' || task_identifier and last_error is not null and attempts >= max_attempts`.execute(
    db,
  )
  return new Set(rows.map(({ job }) => job))
}

/** Stores that a scheduled job has succeeded, by the clock of the database. rule: scheduled-jobs, metrics */
export async function recordClockRun(db: Db, job: ClockJob): Promise<void> {
  await sql`insert into clock_runs (job, succeeded_at) values (${job}, now())
    on conflict (job) do update set succeeded_at = excluded.succeeded_at`.execute(db)
}

/** Logs nothing: the caller reports the result. */
const quietLogger = new Logger(() => () => {})

/** Applies graphile-worker's own migrations (schema graphile_worker). May be repeated. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  // The queue's own pool stops listening before its connection has closed: a database that goes away then would end the
  // process.
  const ignore = () => {}
  pgPool.on('error', ignore).on('connect', (client) => client.on('error', ignore))
  try {
    await runMigrations({ pgPool, logger: quietLogger })
  } finally {
    await pgPool.end()
  }
}

/**
 * Enqueues a job in the transaction of the change that needs it. `runAt` is the earliest moment (default: now). A
 * waiting job with the same `key` is replaced. Jobs with a lower `priority` number run first. A job that fails is tried
 * again, up to `attempts` times in all (default: 25, over three days). Jobs of one `queue` run one after another.
 * Returns the job's id. rule: jobs-in-transaction
 */
export async function enqueue<Job extends keyof JobPayloads>(
  db: Db,
  job: Job,
  payload: JobPayloads[Job],
  {
    runAt,
    key,
    priority,
    attempts,
    queue,
  }: { runAt?: Date; key?: string; priority?: number; attempts?: number; queue?: string } = {},
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from graphile_worker.add_job(
      ${job}, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz, job_key => ${key ?? null},
      priority => ${priority ?? null}::smallint, max_attempts => ${attempts ?? null}::integer, queue_name => ${queue ?? null}
    )`.execute(db)
  return rows[0]!.id
}

/** An SQL expression that enqueues a job within a larger statement. `payload` is an SQL expression of type json. */
export function addJobSql(
  job: keyof JobPayloads,
  payload: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(${sql.lit(job)}, ${payload})`
}
