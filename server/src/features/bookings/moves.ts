import { possibleMoves } from '#contract/booking-status.ts'
import type { BookingMove, BookingStatus } from '#contract/booking-status.ts'
import type { Role } from '#contract/product.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import type { Actor } from '#server/http/actor.ts'
import { refuse } from '#server/http/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { isLeadLocked } from '../billing/leads.ts'
import { isReachable } from '../billing/subscription.ts'
import { tellOfBooking } from '../messaging/live.ts'
import { recountReviewOf } from '../reviews/review.ts'
import { holdAccepting, holdBooking, isOverlap, writeMove } from './moves.queries.ts'
import type { HeldBooking } from './moves.queries.ts'

/** Who moves it: one of its sides. */
export type Side = Pick<Actor, 'id' | 'role'>
type Move = { status: BookingMove; reason?: string | undefined }

/**
 * A side of a booking accepts, declines, completes or cancels it (decision 26): the status, the event, the other side's notice
 * and the count of verified reviews in one transaction. The same by the same side again is harmless. Of others' bookings
 * nobody learns that they exist.
 */
export async function moveBooking(
  context: Context,
  actor: Side,
  id: string,
  { status, reason }: Move,
): Promise<{ id: string; status: BookingStatus }> {
  if (!Id.safeParse(id).success) refuse('booking_not_found')
  const now = context.clock.now()
  await context.db.transaction().execute(async (tx) => {
    const booking = (await holdBooking(tx, actor, id)) ?? refuse('booking_not_found')
    await refuseUnlessAllowed(tx, actor, booking, { status, reason })
    if (!isRepeated(booking, actor.role, status)) {
      refuseUnlessPossible(booking, actor.role, status, now)
      await write(tx, actor, booking, { status, reason }, now)
    }
  })
  await tellOfBooking(context, id)
  return { id, status }
}

async function refuseUnlessAllowed(
  tx: Db,
  actor: Side,
  booking: HeldBooking,
  { status, reason }: Move,
): Promise<void> {
  if (actor.role === 'client' && status !== 'cancelled') refuse('only_professional_updates')
  if (status === 'accepted' && !(await isReachable(tx, booking.professional_id))) {
    refuse('activate_to_accept')
  }
  if (status === 'accepted' && (await isLeadLocked(tx, pairOf(booking)))) refuse('lead_locked')
  if (status === 'cancelled' && !reason) refuse('reason_required')
}

function pairOf({ professional_id, client_id }: HeldBooking) {
  return { professionalId: professional_id, clientId: client_id }
}

function isRepeated(booking: HeldBooking, by: Role, status: BookingMove): boolean {
  if (booking.status !== status) return false
  if (status === 'cancelled') return booking.cancelled_by === by
  // The clock declines without answering.
  if (status === 'declined') return booking.answered_at !== null
  return true
}

function refuseUnlessPossible(
  { status: from, starts_at, expires_at }: HeldBooking,
  by: Role,
  to: BookingMove,
  now: Date,
): void {
  const state = { status: from, startsAt: starts_at, expiresAt: expires_at }
  if (possibleMoves(state, by, now).includes(to)) return
  if (from === 'accepted' && to === 'completed' && starts_at > now) refuse('booking_not_started')
  refuse('booking_already_moved')
}

/** Writes a move that is allowed and possible, with all that follows from it. */
export async function write(
  tx: Db,
  actor: Side,
  booking: HeldBooking,
  { status, reason }: Move,
  now: Date,
): Promise<void> {
  if (status === 'accepted') await holdAccepting(tx, booking.professional_id)
  try {
    await writeMove(tx, booking.id, {
      status,
      reason: status === 'declined' || status === 'cancelled' ? reason || null : null,
      cancelled_by: status === 'cancelled' ? actor.role : null,
      ...(booking.status === 'pending' && actor.role === 'professional'
        ? { answered_at: now }
        : {}),
    })
  } catch (error) {
    if (isOverlap(error)) refuse('booking_overlap')
    throw error
  }
  const event_id = await recordEvent(tx, {
    kind: `booking.${status}`,
    subjectId: booking.id,
    actorId: actor.id,
  })
  await enqueue(tx, 'notify-booking', { event_id })
  // Only an accepted or completed booking makes a review count (decision 30).
  if (status === 'accepted' || booking.status === 'accepted') await recountReviewOf(tx, booking)
}
