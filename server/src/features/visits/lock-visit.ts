import { Id } from '#contract/values.ts'
import type { Tx } from '#server/db/db.ts'
import { refuse } from '#server/http/refusal.ts'
import { isLeadLocked } from '../billing/leads.ts'
import { lockOwnBooking } from '../bookings/booking-moves.ts'
import type { LockedBooking } from '../bookings/booking-moves.ts'
import type { Reader } from './visit-view.ts'

/** Locks the visit of a professional. Refuses booking_not_found and lead_locked. rule: visit-view */
export async function lockVisit(tx: Tx, actor: Reader, bookingId: string): Promise<LockedBooking> {
  const id = Id.safeParse(bookingId).data ?? refuse('booking_not_found')
  const booking =
    (await lockOwnBooking(tx, actor, id, { whileSuspended: 'visits' })) ??
    refuse('booking_not_found')
  const pair = { professionalId: booking.professional_id, clientId: booking.client_id }
  if (await isLeadLocked(tx, pair)) refuse('lead_locked')
  return booking
}
