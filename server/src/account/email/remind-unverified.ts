import { sql } from 'kysely'
import { runBatches } from '#server/queue/run-batches.ts'
import type { Context } from '#server/context.ts'
import { enqueueVerificationMail } from './email-verification.ts'

const REMIND_AFTER_HOURS = 24
const BATCH_SIZE = 200

/**
 * The job 'remind-unverified': sends one more letter to each account that has not proved its address a day after it
 * began. rule: email-verification
 */
export async function remindUnverified(context: Context): Promise<void> {
  if (context.config.emailVerification === 'optional') return
  const now = context.clock.now()
  const isDue = sql`email_verified_at is null and deleted_at is null and not never_held and suspension_id is null
    and verification_reminded_at is null
    and created_at <= ${now}::timestamptz - make_interval(hours => ${REMIND_AFTER_HOURS})`
  await runBatches(context, {
    table: 'users',
    row: 'reminder to prove an address',
    size: BATCH_SIZE,
    isDue,
    change: (ids) =>
      context.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ id: string }>`
          with due as (
            select id from users where id = any(${ids}::uuid[]) and ${isDue} order by id for no key update skip locked
          )
          update users set verification_reminded_at = ${now}::timestamptz from due where users.id = due.id
          returning users.id`.execute(tx)
        for (const { id } of rows) await enqueueVerificationMail(tx, id)
      }),
  })
}
