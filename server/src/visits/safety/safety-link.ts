import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import { hashOf } from '#server/people/sessions/sessions.ts'
import { endTimersOf } from '#server/people/person/end-timers.ts'

/** How many openings of a link are listed; further ones are only counted. rule: safety-alarm */
const OPENINGS_MAX = 200

/**
 * The visit of an alarm's link, for 24 hours. The opening is recorded before anything is answered. Refuses not_found.
 * rule: safety-alarm
 */
export async function openLink({ db, clock }: Pick<Context, 'db' | 'clock'>, token: string) {
  const now = clock.now()
  const found = await db.transaction().execute(async (tx) => {
    const timer = await tx
      .updateTable('safety_timers')
      .set({ openings: sql`openings + 1` })
      .where(hasToken(token))
      .where('token_expires_at', '>', now)
      .returning(['id', 'booking_id', 'check_by', 'state', 'openings', 'address'])
      .executeTakeFirst()
    if (!timer) return undefined
    if (timer.openings <= OPENINGS_MAX) {
      await tx.insertInto('safety_openings').values({ timer_id: timer.id, at: now }).execute()
    }
    return visitOf(tx, timer)
  })
  return found ?? refuse('not_found')
}

/** Each attempt to send a letter has a token of its own. */
const hasToken = (token: string) => sql<boolean>`token_hashes @> array[${hashOf(token)}::bytea]`

type OpenedTimer = { booking_id: string; check_by: Date; state: string; address: string | null }

async function visitOf(tx: Db, { booking_id, check_by, state, address }: OpenedTimer) {
  const { starts_at, ends_at, ...visit } = await tx
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'professional_id')
    .select(['first_name', 'phone', 'address', 'city', 'bookings.state', 'zip_code'])
    .select(['starts_at', 'ends_at', 'time_zone'])
    .where('bookings.id', '=', booking_id)
    .executeTakeFirstOrThrow()
  return {
    ...visit,
    // That of the booking goes with the client's account.
    address: address ?? visit.address,
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
    check_by: check_by.toISOString(),
    checked_in: state === 'checked_in',
  }
}

/**
 * The owner of an address wants no such letters: it leaves every professional who named it, and only its hash remains.
 * Running timers end. Their professionals get a notice, and so do those with an alarm to this address that they have
 * not answered yet. The token is that of any letter to the address. Refuses not_found. rule: safety-contact
 */
export async function stopLetters(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const email_hash = (await addressOf(tx, token)) ?? refuse('not_found')
    await tx
      .insertInto('safety_declines')
      .values({ email_hash, at: now })
      .onConflict((row) => row.doNothing())
      .execute()
    const { rows } = await sql<{ professional_id: string }>`
      delete from safety_contacts where professional_id = any(array(
        select professional_id from safety_contacts where email_hash = ${email_hash}
        order by professional_id for update))
      returning professional_id`.execute(tx)
    const ended = await endTimersOf(
      tx,
      rows.map((row) => row.professional_id),
    )
    // After that statement: alarms that held its locks are committed now.
    const unanswered = await eraseAddress(tx, email_hash, now)
    for (const timer_id of await firstOfEach(tx, [...ended, ...unanswered]))
      await enqueue(tx, 'notify-safety', {
        timer_id,
        about: 'stopped',
        stopped_at: now.toISOString(),
      })
  })
}

/** The earliest timer of each professional, because one notice says that the contact wants no letters. */
async function firstOfEach(tx: Db, timers: readonly { id: string }[]): Promise<string[]> {
  if (timers.length === 0) return []
  const ids = timers.map(({ id }) => id)
  const rows = await tx
    .selectFrom('safety_timers')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('safety_timers.id')
    .distinctOn('professional_id')
    .where('safety_timers.id', 'in', ids)
    .orderBy('professional_id')
    .orderBy('check_by')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Empties name, address and language in the timers whose alarm is for this address. Returns those whose professionals
 * have not checked in yet; one whose letter has not left says that nobody was told. rule: safety-contact
 */
export async function eraseAddress(
  tx: Db,
  email_hash: Buffer,
  now: Date,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string; state: string }>`
    update safety_timers set email = null, language = null, contact_name = null,
      untold_at = case when state = 'alarmed' and alarm_sent_at is null then coalesce(untold_at, ${now}::timestamptz)
        else untold_at end
    where id = any(array(
      select id from safety_timers where email_hash = ${email_hash} and email is not null order by id for update))
    returning id, state`.execute(tx)
  return rows.filter(({ state }) => state === 'alarmed')
}

/** The hash of the address that a letter with this token went to. */
async function addressOf(tx: Db, token: string): Promise<Buffer | undefined> {
  const invitation = await tx
    .selectFrom('safety_invitations')
    .select('email_hash')
    .where(hasToken(token))
    .executeTakeFirst()
  if (invitation) return invitation.email_hash
  const timer = await tx
    .selectFrom('safety_timers')
    .select('email_hash')
    .where(hasToken(token))
    .executeTakeFirst()
  return timer?.email_hash ?? undefined
}
