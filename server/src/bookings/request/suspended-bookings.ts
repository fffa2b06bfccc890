import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { inEachLanguage } from '#server/texts.ts'
import { lockFutureBookings } from '../moves/booking-moves.queries.ts'
import { endSeriesOfPerson } from '../change-series/end-series-of-person.ts'
import { writeMove } from '../moves/booking-moves.ts'

/** The reason that the other side reads. It does not say that an account is suspended. rule: suspension */
const REASONS = {
  client: inEachLanguage('account', 'reasons.client_suspended'),
  professional: inEachLanguage('account', 'reasons.professional_suspended'),
}

/**
 * Ends the open requests of a suspended person: a professional declines them, a client cancels them. Without
 * `keepsVisits` also ends their regular visits and cancels their visits that have not begun, never late. Enqueues the
 * jobs that notify the other side. Returns the ids of what ended, for the live events after the commit, and how many
 * visits stay. rule: suspension
 */
export async function endBookingsOfSuspended(
  tx: Db,
  side: Side,
  { keepsVisits }: { keepsVisits: boolean },
  now: Date,
): Promise<{ ended: string[]; kept: number }> {
  // Each series tells of its visits once, so they end before the single bookings.
  const ofSeries = keepsVisits ? [] : await endSeriesOfPerson(tx, side, REASONS[side.role], now)
  const bookings = await lockFutureBookings(tx, side, now)
  const ending = bookings.filter(({ status }) => status === 'pending' || !keepsVisits)
  for (const { language, ...booking } of ending) {
    const isDeclined = booking.status === 'pending' && side.role === 'professional'
    const status = isDeclined ? 'declined' : 'cancelled'
    await writeMove(tx, side, booking, { status, reason: REASONS[side.role][language] }, now)
  }
  const ended = [...ofSeries, ...ending.map(({ id }) => id)]
  if (ended.length > 0) {
    await tx
      .updateTable('bookings')
      .set({
        cancelled_late: false,
        late_excused: false,
        // Nobody answered: the measured answer times leave it out.
        answered_at: sql`case when status = 'declined' then null else answered_at end`,
      })
      .where('id', 'in', ended)
      .execute()
  }
  return { ended, kept: bookings.length - ending.length }
}
