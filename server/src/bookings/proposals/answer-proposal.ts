import { hasBegun } from '#contract/bookings/booking-status.ts'
import type { BookingStatus } from '#contract/bookings/booking-status.ts'
import type { ProposalAnswer } from '#contract/bookings/proposals.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import { Refusal, refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { isLeadLocked, refuseLocked } from '#server/money/leads/leads.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { lockOwnBooking } from '../moves/booking-moves.queries.ts'
import type { LockedBooking } from '../moves/booking-moves.queries.ts'
import { refuseUnlessAcceptable } from '../moves/booking-moves.ts'
import { toProposal, isOpenAt } from './proposal-view.ts'
import {
  closeProposal,
  closeProposalsDuring,
  movedBooking,
  proposalOfBooking,
} from './proposals.queries.ts'
import type { ProposalRow } from './proposals.queries.ts'
import { sequenceOf } from '../moves/sequence.ts'
import { moveVisit, recordProposalEvent } from '../moves/move-visit.ts'

type ProposalIds = { bookingId: string; proposalId: string }

/**
 * One side answers the open proposal of a booking. Accepting moves the visit, which keeps its id, price and hours; a
 * pending booking is thereby accepted. Refusals: proposal_not_found, not_yours, activate_to_accept, lead_locked,
 * proposal_over, booking_started, slot_taken, booking_overlap, booking_too_close. rule: proposals
 */
export async function answerProposal(
  context: Context,
  actor: Side,
  ids: ProposalIds,
  answer: ProposalAnswer,
) {
  if (![ids.bookingId, ids.proposalId].every((id) => Id.safeParse(id).success)) {
    refuse('proposal_not_found')
  }
  const now = context.clock.now()
  const answered = await context.db.transaction().execute(async (tx) => {
    const { booking, found } = await writeAnswer(tx, context, actor, ids, answer, now)
    const { lead_changes, sequence, open, ...moved } = await movedBooking(tx, booking.id)
    const reader = { role: actor.role, seesNote: actor.role === 'client' || open, canAccept: open }
    return {
      proposal: toProposal({ ...found, status: answer }, reader, now),
      booking: {
        ...moved,
        status: moved.status as BookingStatus,
        starts_at: moved.starts_at.toISOString(),
        ends_at: moved.ends_at.toISOString(),
        sequence: sequenceOf({ sequence, lead_changes }, actor.role),
      },
    }
  })
  await notifyBookingChange(context, ids.bookingId)
  return answered
}

/** Answers a proposal in a transaction of the caller. Returns the booking and the proposal as they were before. */
export async function writeAnswer(
  tx: Db,
  context: Context,
  actor: Side,
  { bookingId, proposalId }: ProposalIds,
  answer: ProposalAnswer,
  now: Date,
) {
  const accepts = answer === 'accepted'
  const booking = await lockOwnBooking(tx, actor, bookingId, { accepts })
  const found = booking && (await proposalOfBooking(tx, bookingId, proposalId))?.json
  if (!booking || !found) refuse('proposal_not_found')
  if ((found.by === actor.role) !== (answer === 'withdrawn')) refuse('not_yours')
  if (found.status !== answer) {
    if (actor.role === 'professional') await refuseUnlessProfessionalAnswers(tx, booking, answer)
    refuseUnlessOpen(found, booking, now)
    if (accepts && actor.role === 'client') await refuseUnlessProfessionalStillCan(tx, booking)
    if (!(await closeProposal(tx, found.id, answer))) refuse('proposal_over')
    if (accepts) await moveVisit(context, tx, actor, booking, found, now)
    else await recordProposalEvent(tx, answer, found, actor, now)
  }
  return { booking, found }
}

/** Declining is free. rule: booking-moves */
async function refuseUnlessProfessionalAnswers(
  tx: Db,
  booking: LockedBooking,
  answer: ProposalAnswer,
): Promise<void> {
  if (answer === 'accepted') return refuseUnlessAcceptable(tx, booking)
  if (answer === 'declined') return
  const pair = { professionalId: booking.professional_id, clientId: booking.client_id }
  if (await isLeadLocked(tx, pair)) await refuseLocked(tx, pair)
}

/**
 * A client who accepts a time for a pending request accepts it in the professional's name, who may have lost the lead
 * or the subscription since they proposed. The client learns neither. rule: booking-moves
 */
async function refuseUnlessProfessionalStillCan(tx: Db, booking: LockedBooking): Promise<void> {
  if (booking.status !== 'pending') return
  try {
    await refuseUnlessAcceptable(tx, booking)
  } catch (error) {
    if (error instanceof Refusal) refuse('proposal_over')
    throw error
  }
}

function refuseUnlessOpen(proposal: ProposalRow, booking: LockedBooking, now: Date): void {
  if (proposal.status !== 'open') refuse('proposal_over')
  const { starts_at: startsAt, stage } = booking
  if (hasBegun({ startsAt, stage }, now)) refuse('booking_started')
  if (!isOpenAt(proposal, now)) refuse('proposal_over')
}

/**
 * Withdraws the professional's own open proposals of a time in this period. The caller holds the lock of
 * `lockAcceptances`, so that no client accepts one at the same moment. rule: absence
 */
export async function withdrawProposalsDuring(
  tx: Db,
  actor: Side,
  period: { startsAt: Date; endsAt: Date },
  now: Date,
): Promise<void> {
  for (const { json } of await closeProposalsDuring(tx, actor.id, period)) {
    await recordProposalEvent(tx, 'withdrawn', json, actor, now)
  }
}
