import { sql } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import { SAFETY_LINK_HOURS } from '#contract/visits/safety-rules.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { executeWhileFull } from '#server/queue/run-batches.ts'

const BATCH_SIZE = 500

/**
 * Part of the job 'forget-visits': deletes timers, with the openings of their links, 90 days after their time. Deletes
 * invitations after 90 days, unless their address is a contact now. rule: safety-contact, scheduled-jobs
 */
export async function deleteOldSafety({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const old = sql`${now}::timestamptz - make_interval(days => ${RETENTION.safety_days})`
  const deletions = [
    sql`update safety_timers set address = null where id = any(array(
      select id from safety_timers where ${isStreetOverSql(now)} limit ${BATCH_SIZE}))`,
    sql`delete from safety_timers where id = any(array(
      select id from safety_timers where check_by < ${old} limit ${BATCH_SIZE}))`,
    sql`delete from safety_invitations where ctid = any(array(
      select ctid from safety_invitations as invitation
      where created_at < ${old} and not exists (
        select from safety_contacts as contact
        where (contact.professional_id, contact.email_hash) = (invitation.professional_id, invitation.email_hash))
      limit ${BATCH_SIZE}))`,
  ]
  await executeWhileFull(db, BATCH_SIZE, ...deletions)
}

/** Whether no link of an alarm can show the street of a timer any more. */
const isStreetOverSql = (now: Date) => sql`address is not null and (state in ('finished', 'ended')
  or state <> 'running' and greatest(alarmed_at + make_interval(hours => ${SAFETY_LINK_HOURS}), token_expires_at) <= ${now}::timestamptz)`

/**
 * Erases contact, timers and links of a deleted professional, and the street of a deleted client, unless an alarm can
 * still need it. rule: safety-contact, account-deletion
 */
export async function eraseSafety(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.deleteFrom('safety_contacts').where('professional_id', '=', userId).execute()
  await tx.deleteFrom('safety_invitations').where('professional_id', '=', userId).execute()
  await sql`delete from safety_timers where booking_id in (
    select id from bookings where professional_id = ${userId}::uuid)`.execute(tx)
  await sql`update safety_timers set address = null where ${isStreetOverSql(now)} and booking_id in (
    select id from bookings where client_id = ${userId}::uuid)`.execute(tx)
}
