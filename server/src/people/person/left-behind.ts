import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import { endTimersOf } from './end-timers.ts'

/**
 * The id of the caller's session, under the lock of the account: what the caller makes then comes before the end of the
 * session, which finds it, or is refused 'not_signed_in' because the session has ended meanwhile. rule: ended-access
 */
export async function lockOwnSession(
  tx: Tx,
  { id, sessionHash }: Pick<Actor, 'id' | 'sessionHash'>,
): Promise<string> {
  await lockAccountOfSessions(tx, id)
  const session = await tx
    .selectFrom('sessions')
    .select('session_id')
    .where('user_id', '=', id)
    // A renewal at the same moment has changed the token.
    .where((row) => row.or({ token_hash: sessionHash, previous_hash: sessionHash }))
    .executeTakeFirst()
  return session?.session_id ?? refuse('not_signed_in')
}

/** Locks an account for a change of its sessions, or of what they leave behind. */
export async function lockAccountOfSessions(tx: Tx, userId: string): Promise<void> {
  await sql`select from users where id = ${userId}::uuid for no key update`.execute(tx)
}

/**
 * Ends what one session has made: the calendar address, a change of the email that nobody has proved yet, and the
 * safety contact. An address of which nobody knows who made it goes too. The caller holds the lock. rule: ended-access
 */
export async function endLeftBehind(tx: Tx, userId: string, sessionId: string): Promise<void> {
  const id = sql`${sessionId}::uuid`
  await sql`delete from calendar_feeds
    where user_id = ${userId}::uuid and coalesce(made_in, ${id}) = ${id}`.execute(tx)
  await sql`update email_changes set state = 'withdrawn'
    where user_id = ${userId}::uuid and state = 'pending' and asked_in = ${id}`.execute(tx)
  await removeContactIf(tx, userId, sql`named_in = ${id}`)
}

/**
 * Ends the links of letters about requests, visits and support that went to the account's address: it belonged to a
 * stranger for a while. rule: email-change
 */
export async function endLinksOfLetters(tx: Tx, userId: string): Promise<void> {
  const id = sql`${userId}::uuid`
  await sql`delete from answer_links using bookings
    where bookings.id = answer_links.booking_id and professional_id = ${id}`.execute(tx)
  await sql`delete from visit_links using booking_proposals join bookings on bookings.id = booking_id
    where booking_proposals.id = proposal_id and ${id} in (client_id, professional_id)`.execute(tx)
  await sql`delete from visit_links using bookings
    where bookings.id = visit_links.booking_id and client_id = ${id}`.execute(tx)
  await sql`delete from support_links using support_messages
    where support_messages.id = thread_id and user_id = ${id}`.execute(tx)
}

/** Removes the contact that one of the account's sessions has named, but for the one with this token. */
export async function removeContactOfSessions(
  tx: Tx,
  userId: string,
  { except }: { except?: Buffer },
): Promise<void> {
  const ended = sql`select session_id from sessions where user_id = ${userId}::uuid
    and (${except ?? null}::bytea is null or token_hash <> ${except ?? null})`
  await removeContactIf(tx, userId, sql`named_in in (${ended})`)
}

/** Removes a contact that was named from a moment on. rule: not-me */
export async function removeContactSince(tx: Tx, userId: string, since: Date): Promise<void> {
  await removeContactIf(tx, userId, sql`coalesce(named_at, created_at) >= ${since}::timestamptz`)
}

/**
 * Removes a contact that a stranger may have named. Running timers end, a letter that has not left stays here, and the
 * links in letters that have left show nothing any more. The account's owner gets a letter. rule: ended-access
 */
async function removeContactIf(
  tx: Tx,
  userId: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ email_hash: Buffer }>`
    delete from safety_contacts where professional_id = ${userId}::uuid and ${condition}
    returning email_hash`.execute(tx)
  const [contact] = rows
  if (!contact) return
  await endTimersOf(tx, [userId])
  const isUnsent = sql`state = 'alarmed' and alarm_sent_at is null`
  const unlessUnsent = (column: string) =>
    sql`${sql.ref(column)} = case when ${isUnsent} then null else ${sql.ref(column)} end`
  await sql`
    update safety_timers set ${unlessUnsent('email')}, ${unlessUnsent('language')}, ${unlessUnsent('contact_name')},
      untold_at = case when ${isUnsent} then coalesce(untold_at, alarmed_at) else untold_at end,
      token_expires_at = case when token_expires_at is null then null else alarmed_at end
    where id = any(array(
      select safety_timers.id from safety_timers join bookings on bookings.id = booking_id
      where professional_id = ${userId}::uuid and email_hash = ${contact.email_hash} and alarmed_at is not null
      order by safety_timers.id for update of safety_timers))`.execute(tx)
  await enqueue(tx, 'send-factor-letter', { user_id: userId, change: 'contact_removed' })
}
