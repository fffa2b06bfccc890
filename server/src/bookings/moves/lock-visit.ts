import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { isLeadLocked, refuseLocked } from '#server/money/leads/leads.ts'
import { lockOwnBooking } from './booking-moves.ts'
import type { LockedBooking } from './booking-moves.ts'

/**
 * Locks the booking of a side. Refuses booking_not_found, and lead_locked for the professional of a locked lead.
 * rule: booking-roles
 */
export async function lockVisit(tx: Db, actor: Side, bookingId: string): Promise<LockedBooking> {
  const id = Id.safeParse(bookingId).data ?? refuse('booking_not_found')
  const booking =
    (await lockOwnBooking(tx, actor, id, { whileSuspended: 'visits' })) ??
    refuse('booking_not_found')
  await refuseIfLeadLocked(tx, actor, booking)
  return booking
}

export async function refuseIfLeadLocked(
  tx: Db,
  { role }: Side,
  { professional_id, client_id }: Pick<LockedBooking, 'professional_id' | 'client_id'>,
): Promise<void> {
  if (role === 'client') return
  const pair = { professionalId: professional_id, clientId: client_id }
  if (await isLeadLocked(tx, pair)) await refuseLocked(tx, pair)
}
