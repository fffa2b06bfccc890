import type { Language } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { lockFutureBookings } from './booking-moves.queries.ts'
import { writeMove } from './booking-moves.ts'
import { deleteHomesOfSeries } from '../change-series/end-series-of-person.ts'

/** Stored in place of a street that was deleted. */
const NO_ADDRESS = '—'

/**
 * Cancels the pending and accepted bookings of one side that have not begun, and enqueues the jobs that notify the
 * other side. `reasons` has the reason in each language; the language of the other side is stored. Returns the ids, so
 * that the caller can send live events after the commit. rule: booking-moves
 */
export async function cancelFutureBookings(
  tx: Db,
  side: Side,
  reasons: Record<Language, string>,
  now: Date,
): Promise<string[]> {
  const bookings = await lockFutureBookings(tx, side, now)
  for (const { language, ...booking } of bookings) {
    await writeMove(tx, side, booking, { status: 'cancelled', reason: reasons[language] }, now)
  }
  return bookings.map(({ id }) => id)
}

/**
 * Removes street, notes and the home's facts from a client's bookings, and the notes of their proposals. The
 * professional keeps date, city and price. rule: booking-moves
 */
export async function deleteHomeDetails(tx: Db, clientId: string): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({
      address: NO_ADDRESS,
      notes: '',
      home_facts: null,
      home_rooms: null,
      home_parking: null,
    })
    .where('client_id', '=', clientId)
    .execute()
  // The professional wrote them about this home.
  await tx
    .updateTable('booking_stages')
    .from('bookings')
    .set({ note: '' })
    .whereRef('bookings.id', '=', 'booking_stages.booking_id')
    .where('bookings.client_id', '=', clientId)
    .where('note', '!=', '')
    .execute()
  await deleteHomesOfSeries(tx, clientId, NO_ADDRESS)
  await tx
    .updateTable('booking_proposals')
    .from('bookings')
    .set({ note: '' })
    .whereRef('bookings.id', '=', 'booking_proposals.booking_id')
    .where('bookings.client_id', '=', clientId)
    .where('by', '=', 'client')
    .execute()
}
