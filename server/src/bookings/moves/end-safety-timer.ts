import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { enqueue } from '#server/queue/queue.ts'

/** The priority of the letter to the safety contact, before every other job. */
const LETTER_PRIORITY = -10

/**
 * The professional has checked in: they finished or completed the visit, or said that they are safe. The timer ends; if
 * the contact was told, they get a letter about it. The caller has locked the booking. rule: safety-timer, safety-alarm
 */
export async function endTimer(
  tx: Db,
  bookingId: string,
  state: 'finished' | 'ended',
): Promise<void> {
  const ofVisit = tx.updateTable('safety_timers').where('booking_id', '=', bookingId)
  await ofVisit.set({ state }).where('state', '=', 'running').execute()
  const told = await ofVisit
    .set({ state: 'checked_in' })
    .where('state', '=', 'alarmed')
    .returning('id')
    .execute()
  for (const { id } of told) await enqueueSafetyLetter(tx, id, 'checked_in')
}

/**
 * The professional has cancelled the visit, so nobody waits for them to check in. An operator cancels the visits of a
 * suspended professional in their name: those timers go on. rule: safety-timer
 */
export async function endTimerOfCancelled(tx: Db, bookingId: string): Promise<void> {
  await sql`
    update safety_timers set state = 'ended'
    from bookings join users on users.id = professional_id
    where booking_id = ${bookingId}::uuid and bookings.id = booking_id and safety_timers.state = 'running'
      and suspension_id is null`.execute(tx)
}

/** Letters of one timer go one after another, so that a check-in never overtakes its alarm. rule: safety-alarm */
export async function enqueueSafetyLetter(
  tx: Db,
  timer_id: string,
  about: 'alarm' | 'checked_in',
): Promise<void> {
  const options = { queue: `safety ${timer_id}`, priority: LETTER_PRIORITY }
  await enqueue(tx, 'send-safety-letter', { timer_id, about }, options)
}
