import { sql } from 'kysely'
import { recordOperatorAction } from './features/audit/operator-actions.ts'
import type { OperatorReason } from './features/audit/operator-actions.ts'
import { normalEmail } from './features/identity/normal-email.ts'
import { operatorSecurityLog } from './features/identity/security-events.ts'
import { endSessions } from './features/identity/sessions.ts'
import type { Context } from './context.ts'

const FOUND_MAX = 20
const FAILED_JOBS_MAX = 50

/**
 * People by id, by a part of the email or the beginning of a name in any case, or by the invoice of a payment. The
 * newest 20. rule: operator-commands
 */
export async function findPeople({ db }: Context, text: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select users.id, role, email, first_name, last_name, full_name, users.created_at, deleted_at
    from users left join professionals on professionals.user_id = users.id
    where users.id::text = lower(${text})
      or position(${normalEmail(text)} in email_key) > 0
      or starts_with(lower(first_name || ' ' || last_name), lower(${text}))
      or starts_with(lower(last_name), lower(${text}))
      or starts_with(lower(full_name), lower(${text}))
      or users.id in (select professional_id from payments where 'L-' || number = upper(${text}))
    order by users.created_at desc, users.id limit ${FOUND_MAX}`.execute(db)
  return rows
}

/** The operator ends all sessions of a person. Returns how many there were. rule: operator-commands */
export async function endSessionsByOperator(
  context: Context,
  userId: string,
  { reason, doneBy }: OperatorReason,
): Promise<number> {
  const at = context.clock.now()
  return context.db.transaction().execute(async (tx) => {
    const ended = await endSessions(tx, userId, operatorSecurityLog(context))
    const action = { action: 'end-sessions', subjectId: userId, doneBy, at } as const
    await recordOperatorAction(tx, action, { note: reason, after: { sessions: ended } })
    return ended
  })
}

/** Jobs whose last attempt failed, the newest first. rule: operator-commands */
export async function failedJobs({ db }: Context) {
  const { rows } = await sql<Record<string, unknown>>`
    select id, task_identifier as job, attempts, max_attempts, run_at, left(last_error, 200) as last_error
    from graphile_worker.jobs where last_error is not null
    order by id desc limit ${FAILED_JOBS_MAX}`.execute(db)
  return rows
}

/**
 * The operator has a failed job tried again now, with all its attempts. Returns false if no failed job has this id.
 * rule: operator-commands
 */
export async function retryJobByOperator(
  { db, clock }: Context,
  id: string,
  { reason, doneBy }: OperatorReason,
): Promise<boolean> {
  const at = clock.now()
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ task_identifier: string }>`
      select task_identifier from graphile_worker.jobs
      where id = ${id} and last_error is not null and locked_at is null`.execute(tx)
    const [job] = rows
    if (!job) return false
    await sql`select graphile_worker.reschedule_jobs(
      array[${id}::bigint], run_at => now(), attempts => 0)`.execute(tx)
    const action = { action: 'retry', subjectId: id, doneBy, at } as const
    await recordOperatorAction(tx, action, { note: reason, after: { job: job.task_identifier } })
    return true
  })
}
