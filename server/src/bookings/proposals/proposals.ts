import { hasBegun } from '#contract/bookings/booking-status.ts'
import type { NewProposal, Proposal } from '#contract/bookings/proposals.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import { runInTransaction, unlessRepeated } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { orRefusal, Refusal, refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { isLeadLocked, refuseLocked } from '#server/money/leads/leads.ts'
import { isReachable } from '#server/people/listing/listed.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { checkVisit } from '#server/calendar/free/visit-check.ts'
import { lockOwnBooking } from '../moves/booking-moves.queries.ts'
import type { LockedBooking } from '../moves/booking-moves.queries.ts'
import { PROPOSALS_MAX, toProposal, isOpenAt } from './proposal-view.ts'
import type { ProposalReader } from './proposal-view.ts'
import {
  closeProposal,
  insertProposal,
  overlapsAccepted,
  proposingState,
  storedOpenProposal,
} from './proposals.queries.ts'
import type { ProposalRow } from './proposals.queries.ts'
import { visitTime } from '../lists/visit-time.ts'
import { moveOf, moveVisit, recordProposalEvent } from '../moves/move-visit.ts'

const HOUR_MS = 3_600_000
const ANSWER_MS = 48 * HOUR_MS

/**
 * One side proposes another time for a visit. Until the other side accepts it, the old time stays and the new one is
 * not reserved. But a free time that a client may book at once moves the visit. With `counter_to` it replaces the open
 * proposal of the other side. Refusals: booking_not_found, conversation_blocked, lead_locked, activate_to_accept, those
 * of `visitTime`, same_time, booking_already_moved, booking_started, proposal_over, proposal_open, too_many_proposals,
 * booking_overlap, and to a client those of `checkVisit`. rule: proposals
 */
export async function proposeTime(
  context: Context,
  actor: Side,
  bookingId: string,
  asked: NewProposal,
  idempotency?: Idempotency,
): Promise<{ proposal: Proposal }> {
  if (!Id.safeParse(bookingId).success) refuse('booking_not_found')
  const now = context.clock.now()
  // A refused proposal tells free times.
  const repeated = await unlessRepeated(context.db, idempotency, async () => {
    if (actor.role !== 'client') return
    await consumeRateLimit(context, 'free_time_by_client', actor.id)
  })
  if (repeated) return { proposal: repeated.answer as Proposal }
  const proposal = await runInTransaction(context.db, idempotency, async (tx) => {
    // A client's proposal may move the visit at once.
    const accepts = actor.role === 'client'
    const booking =
      (await lockOwnBooking(tx, actor, bookingId, { accepts })) ?? refuse('booking_not_found')
    const { blocked, count } = await proposingState(tx, booking.id, actor.role)
    if (blocked) refuse('conversation_blocked')
    const time = proposedTime(booking, asked, now)
    await refuseUnlessProfessionalMay(tx, actor, booking)
    refuseUnlessMovable(booking, now)
    const stored = (await storedOpenProposal(tx, booking.id))?.json
    refuseUnlessRoom(actor, stored, asked.counter_to, now)
    if (count >= PROPOSALS_MAX) refuse('too_many_proposals')
    if (actor.role === 'professional' && (await overlapsAccepted(tx, booking, time))) {
      refuse('booking_overlap')
    }
    const date = asked.booking_date
    const move = moveOf(context, booking, { date, ...time, asker: actor.role })
    // A refusal is committed, because it counts the home of which it tells free times. rule: free-times-limits
    const check = await orRefusal(() => checkVisit(context, tx, move))
    if (check instanceof Refusal) return check
    if (stored) await makeRoom(tx, stored, now)
    const outside_hours = !check.isInside
    const proposed = { ...asked, ...time, outside_hours }
    if (check.isInstant && (await isFarAndOpen(tx, booking, now))) {
      return moveAtOnce(context, tx, actor, booking, proposed, now)
    }
    return writeProposal(tx, actor, booking, proposed, now)
  })
  await notifyBookingChange(context, bookingId)
  return { proposal }
}

/** A professional's proposal for a pending request counts as their acceptance. rule: booking-moves */
async function refuseUnlessProfessionalMay(
  tx: Db,
  { role }: Side,
  booking: LockedBooking,
): Promise<void> {
  if (role === 'client') return
  const { professional_id, client_id, status } = booking
  const pair = { professionalId: professional_id, clientId: client_id }
  if (await isLeadLocked(tx, pair)) await refuseLocked(tx, pair)
  if (status === 'pending' && !(await isReachable(tx, professional_id))) {
    refuse('activate_to_accept')
  }
}

function proposedTime(booking: LockedBooking, asked: NewProposal, now: Date) {
  const time = visitTime(
    {
      date: asked.booking_date,
      time: asked.booking_time,
      hours: booking.estimated_hours,
      timeZone: booking.time_zone,
    },
    now,
  )
  if (+time.startsAt === +booking.starts_at) refuse('same_time')
  return time
}

function refuseUnlessMovable(booking: LockedBooking, now: Date): void {
  const { status, starts_at: startsAt, stage, expires_at, held } = booking
  if (status !== 'pending' && status !== 'accepted') refuse('booking_already_moved')
  if (hasBegun({ startsAt, stage }, now)) refuse('booking_started')
  if (status === 'pending' && (expires_at <= now || held !== null)) refuse('booking_already_moved')
}

/** `stored`: the proposal that is not closed yet. This one must answer it, unless it has expired. */
function refuseUnlessRoom(
  actor: Side,
  stored: ProposalRow | undefined,
  counterTo: string | undefined,
  now: Date,
): void {
  const open = stored && isOpenAt(stored, now) ? stored : undefined
  if (counterTo !== undefined && open?.id !== counterTo) refuse('proposal_over')
  if (!open || (open.id === counterTo && open.by !== actor.role)) return
  refuse('proposal_open', {
    answerFields: { proposal: toProposal(open, whoeverWrites(actor), now) },
  })
}

/** Closes the proposal that the new one answers, or that has expired. */
async function makeRoom(tx: Db, stored: ProposalRow, now: Date): Promise<void> {
  if (!isOpenAt(stored, now)) return expire(tx, stored, now)
  if (!(await closeProposal(tx, stored.id, 'countered'))) refuse('proposal_over')
}

/** The job 'expire-proposals' does the same for many. */
async function expire(tx: Db, proposal: ProposalRow, now: Date): Promise<void> {
  if (!(await closeProposal(tx, proposal.id, 'expired'))) return
  await recordProposalEvent(tx, 'expired', proposal, null, now)
}

/** Whether an accepted visit is at least its notice away, and the lead is open. rule: proposals */
async function isFarAndOpen(tx: Db, booking: LockedBooking, now: Date): Promise<boolean> {
  const { status, starts_at, notice_hours, professional_id, client_id } = booking
  if (status !== 'accepted' || +starts_at - +now < notice_hours * HOUR_MS) return false
  return !(await isLeadLocked(tx, { professionalId: professional_id, clientId: client_id }))
}

/**
 * The proposal of a client who may book its free time at once: it is accepted, and the visit moved. rule: proposals
 */
async function moveAtOnce(
  context: Context,
  tx: Db,
  actor: Side,
  booking: LockedBooking,
  asked: ProposedTime,
  now: Date,
): Promise<Proposal> {
  const proposal = await insertProposal(tx, {
    ...proposalOf(actor, booking, asked, now),
    status: 'accepted',
  })
  await moveVisit(context, tx, actor, booking, proposal, now)
  return toProposal(proposal, whoeverWrites(actor), now)
}

type ProposedTime = NewProposal & ReturnType<typeof visitTime> & { outside_hours: boolean }

async function writeProposal(
  tx: Db,
  actor: Side,
  booking: LockedBooking,
  asked: ProposedTime,
  now: Date,
): Promise<Proposal> {
  const proposal = await insertProposal(tx, proposalOf(actor, booking, asked, now))
  await recordProposalEvent(tx, 'proposed', proposal, actor, now, { from: booking.starts_at })
  return toProposal(proposal, whoeverWrites(actor), now)
}

function proposalOf(actor: Side, booking: LockedBooking, asked: ProposedTime, now: Date) {
  const { booking_date, booking_time, note, startsAt, endsAt, outside_hours } = asked
  const limits = [new Date(+now + ANSWER_MS), booking.starts_at, startsAt]
  if (booking.status === 'pending') limits.push(booking.expires_at)
  return {
    booking_id: booking.id,
    by: actor.role,
    booking_date,
    booking_time,
    starts_at: startsAt,
    ends_at: endsAt,
    note,
    outside_hours,
    created_at: now,
    expires_at: new Date(Math.min(...limits.map(Number))),
  }
}

/** A side that can propose sees everything: their lead is open. */
const whoeverWrites = ({ role }: Side): ProposalReader => ({
  role,
  seesNote: true,
  canAccept: true,
})
