import { sql } from 'kysely'
import type { Role } from '#contract/product.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { runBatches } from '#server/queue/run-batches.ts'
import type { Context } from '#server/context.ts'
import { eraseAccount } from './delete-account.ts'
import { lockWithContacts } from './lock-contacts.ts'

/** How long an account may stay unverified and unused. rule: email-verification */
const UNUSED_DAYS = 60
/** Each deletion locks many rows, so it has a transaction of its own. */
const BATCH_SIZE = 1

/**
 * The job 'forget-unverified': deletes accounts that nobody proved, paid for or used for 60 days. What they started was
 * held, so nobody else knows of it. rule: email-verification
 */
export async function forgetUnverified(context: Context): Promise<void> {
  if (context.config.emailVerification === 'optional') return
  const at = context.clock.now()
  const since = sql`${at}::timestamptz - make_interval(days => ${UNUSED_DAYS})`
  const isDue = sql`email_verified_at is null and deleted_at is null and not never_held and created_at <= ${since}
    and not exists (select from sessions where user_id = users.id and last_seen_at > ${since})
    and not exists (select from security_events where user_id = users.id and kind = 'sign_in' and at > ${since})
    and not exists (select from subscriptions where professional_id = users.id)
    and not exists (select from payments where professional_id = users.id)
    and not exists (select from leads where users.id in (client_id, professional_id) and leads.held is null)`
  await runBatches(context, {
    table: 'users',
    row: 'account',
    size: BATCH_SIZE,
    isDue,
    async change([id = '']) {
      const changed = await context.db.transaction().execute(async (tx) => {
        const person = await lockWithContacts(tx, id, async () => {
          const { rows } = await sql<{ id: string; role: Role }>`
            select id, role from users where id = ${id}::uuid and ${isDue} for update`.execute(tx)
          return rows[0]
        })
        return person ? eraseAccount(tx, person, at) : []
      })
      for (const bookingId of changed) await notifyBookingChange(context, bookingId)
    },
  })
}
