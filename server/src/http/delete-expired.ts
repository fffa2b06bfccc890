import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import type { Context } from '#server/context.ts'
import { executeWhileFull } from '#server/queue/run-batches.ts'

/** The times for which short-lived data is kept. docs/rules/operations.md has the table. rule: expired-data */
const IDEMPOTENCY_KEY_HOURS = 24
/**
 * The days for which letters to strangers are counted, as long as the longest limit by address looks back.
 * rule: who-may-name
 */
const STRANGER_LETTER_DAYS = 30
const CHECKOUT_DAYS = 90
const SIGN_IN_ATTEMPT_DAYS = 1
const FAILED_CLOCK_JOB_DAYS = 1
const FAILED_JOB_DAYS = 30
const HISTORY_DAYS = 400
/** A statement deletes no more rows than this, so that it stays short also when much has collected. */
const BATCH_SIZE = 5000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * The job 'forget-old': deletes what has expired or is older than it is kept. The devices of an expired session go with
 * it. rule: expired-data, scheduled-jobs
 */
export async function deleteExpired({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  const ago = (ms: number) => sql`${new Date(now.getTime() - ms)}::timestamptz`
  const monthsAgo = (months: number) =>
    sql`${now}::timestamptz - make_interval(months => ${months})`
  const yearsAgo = (years: number) => monthsAgo(12 * years)
  const isExpired = sql`expires_at <= ${now}::timestamptz`
  const old: readonly [table: string, condition: RawBuilder<unknown>][] = [
    ['sessions', isExpired],
    ['password_resets', isExpired],
    ['known_devices', isExpired],
    ['answer_links', isExpired],
    ['sign_in_letters', isExpired],
    ['totp_secrets', isExpired],
    ['webauthn_challenges', sql`expires_at < ${ago(SIGN_IN_ATTEMPT_DAYS * DAY_MS)}`],
    ['spent_challenges', sql`expires_at < ${ago(SIGN_IN_ATTEMPT_DAYS * DAY_MS)}`],
    ['sign_in_attempts', sql`expires_at < ${ago(SIGN_IN_ATTEMPT_DAYS * DAY_MS)}`],
    ['email_changes', sql`expires_at < ${ago(SIGN_IN_ATTEMPT_DAYS * DAY_MS)}`],
    ['factor_removals', sql`ended_at < ${ago(SIGN_IN_ATTEMPT_DAYS * DAY_MS)}`],
    ['operator_sessions', isExpired],
    ['operator_views', isExpired],
    ['operator_enrolments', isExpired],
    ['operator_challenges', sql`expires_at < ${ago(SIGN_IN_ATTEMPT_DAYS * DAY_MS)}`],
    ['operator_attempts', sql`expires_at < ${ago(SIGN_IN_ATTEMPT_DAYS * DAY_MS)}`],
    ['letters_to_strangers', sql`at < ${ago(STRANGER_LETTER_DAYS * DAY_MS)}`],
    ['idempotency_keys', sql`created_at < ${ago(IDEMPOTENCY_KEY_HOURS * HOUR_MS)}`],
    ['rate_limits', sql`expire < ${now.getTime()}::bigint`],
    ['checkouts', sql`created_at < ${ago(CHECKOUT_DAYS * DAY_MS)}`],
    [
      'events',
      sql`kind not like 'booking.%' and kind not like 'proposal.%' and at < ${ago(HISTORY_DAYS * DAY_MS)}`,
    ],
    [
      'events',
      sql`(kind like 'booking.%' or kind like 'proposal.%') and at < ${yearsAgo(RETENTION.booking_event_years)}`,
    ],
    ['access_views', sql`at < ${monthsAgo(RETENTION.access_view_months)}`],
    ['notices', sql`at < ${ago(RETENTION.notice_days * DAY_MS)}`],
    [
      'audit_texts',
      sql`seq in (select seq from audit_log where at < ${yearsAgo(RETENTION.audit_text_years)})`,
    ],
    ['approvals', sql`decided_at < ${yearsAgo(RETENTION.audit_text_years)}`],
    ['verification_notices', sql`ended_at < ${yearsAgo(RETENTION.audit_text_years)}`],
    [
      'suspensions',
      sql`ended_at < ${yearsAgo(RETENTION.audit_text_years)}
        and not exists (select from users where suspension_id = suspensions.id)`,
    ],
    ['daily_counts', sql`day < (${yearsAgo(RETENTION.daily_count_years)})::date`],
    ['provider_tasks', sql`done_at < ${ago(HISTORY_DAYS * DAY_MS)}`],
  ]
  const deletions = old.map(([table, condition]) => deleteSql(table, condition))
  const textsOfAppeals = sql`
    update appeals set text = null, answer = null where decision_id = any(array(
      select decision_id from appeals where answered_at < ${yearsAgo(RETENTION.audit_text_years)}
        and num_nonnulls(text, answer) > 0 limit ${BATCH_SIZE}))`
  const failedJobs = sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and run_at < case
        when queue_name is null then ${ago(FAILED_JOB_DAYS * DAY_MS)}
        else ${ago(FAILED_CLOCK_JOB_DAYS * DAY_MS)} end
      limit ${BATCH_SIZE}))`
  await executeWhileFull(db, BATCH_SIZE, ...deletions, textsOfAppeals, failedJobs)
}

/** The expired links of letters that confirm an address or answer a proposal. Part of the job 'forget-busy'. */
export async function deleteExpiredTimeLinks({ db, clock }: Context): Promise<void> {
  const isExpired = sql`expires_at <= ${clock.now()}::timestamptz`
  const deletions = ['email_verifications', 'visit_links'].map((table) =>
    deleteSql(table, isExpired),
  )
  await executeWhileFull(db, BATCH_SIZE, ...deletions)
}

/** Deletes rows by their place: one that somebody renews meanwhile has another place, and stays. */
const deleteSql = (table: string, condition: RawBuilder<unknown>) => sql`
  delete from ${sql.table(table)} where ctid = any(array(
    select ctid from ${sql.table(table)} where ${condition} limit ${BATCH_SIZE}))`
