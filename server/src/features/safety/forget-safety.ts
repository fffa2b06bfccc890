import { sql } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'

const BATCH_SIZE = 500

/**
 * Part of the job 'forget-visits': forgets timers 90 days after their moment, with the openings of their links, and as
 * late the invitations of addresses that are no contact any more. rule: safety-forgotten
 */
export async function forgetSafety({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const old = sql`${clock.now()}::timestamptz - make_interval(days => ${RETENTION.safety_days})`
  const forgotten = [
    sql`delete from safety_timers where id = any(array(
      select id from safety_timers where check_by < ${old} limit ${BATCH_SIZE}))`,
    sql`delete from safety_invitations where ctid = any(array(
      select ctid from safety_invitations as invitation
      where created_at < ${old} and not exists (
        select from safety_contacts as contact
        where (contact.professional_id, contact.email_hash) = (invitation.professional_id, invitation.email_hash))
      limit ${BATCH_SIZE}))`,
  ]
  for (const statement of forgotten) {
    while (Number((await statement.execute(db)).numAffectedRows) === BATCH_SIZE);
  }
}

/** Erases contact, timers and links of a deleted professional. rule: safety-forgotten, account-deletion */
export async function eraseSafety(tx: Db, professionalId: string): Promise<void> {
  await tx.deleteFrom('safety_contacts').where('professional_id', '=', professionalId).execute()
  await tx.deleteFrom('safety_invitations').where('professional_id', '=', professionalId).execute()
  await sql`delete from safety_timers where booking_id in (
    select id from bookings where professional_id = ${professionalId}::uuid)`.execute(tx)
}
