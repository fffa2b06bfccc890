import { hasBegun } from '#contract/booking-status.ts'
import type { BookingStatus } from '#contract/booking-status.ts'
import type { NewProposal, Proposal, ProposalAnswer } from '#contract/proposals.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { runInTransaction, unlessRepeated } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { consumeRateLimit } from '#server/http/rate-limits.ts'
import { Refusal, refuse } from '#server/http/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import type { Side } from '#server/http/actor.ts'
import { makeAgreement } from '../agreements/make-agreement.ts'
import { isLeadLocked } from '../billing/leads.ts'
import { isReachable } from '../billing/subscription.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { acceptSeries } from '../series/activate-series.ts'
import { bufferOfAcceptance } from '../time/buffer.ts'
import { noticeHoursOf } from '../time/notice-hours.ts'
import { checkVisit, checkVisitOrRefusal } from '../time/visit-check.ts'
import { lockOwnBooking, updateBooking } from './booking-moves.queries.ts'
import type { LockedBooking } from './booking-moves.queries.ts'
import { refuseUnlessAcceptable } from './booking-moves.ts'
import { PROPOSALS_MAX, toProposal } from './proposal-view.ts'
import type { ProposalReader } from './proposal-view.ts'
import {
  closeProposal,
  closeProposalsDuring,
  insertProposal,
  movedBooking,
  overlapsAccepted,
  proposalOfBooking,
  proposingState,
  storedOpenProposal,
} from './proposals.queries.ts'
import type { ProposalRow } from './proposals.queries.ts'
import { sequenceOf } from './sequence.ts'
import { visitTime } from './visit-time.ts'

const HOUR_MS = 3_600_000
const ANSWER_MS = 48 * HOUR_MS

/**
 * One side proposes another time for a visit. Until the other side accepts it, the old time stays and the new one is
 * not reserved. But a free time that a client may book at once moves the visit. With `counter_to` it replaces the open
 * proposal of the other side. Refusals: booking_not_found, conversation_blocked, lead_locked, activate_to_accept, those
 * of `visitTime`, same_time, booking_already_moved, booking_started, proposal_over, proposal_open, too_many_proposals,
 * booking_overlap, and to a client those of `checkVisit`. rule: proposals, instant-move
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
    const check = await checkVisitOrRefusal(context, tx, move)
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

/**
 * The new time of a visit, to check it for stated hours. A client can propose what they could request; a professional
 * any time. rule: outside-hours, only-inside-hours, paused-clients
 */
function moveOf(
  context: Context,
  { id, professional_id, client_id, zip_code, estimated_hours }: LockedBooking,
  { date, startsAt, asker }: { date: string; startsAt: Date; asker: Side['role'] },
) {
  return {
    professionalId: professional_id,
    clientId: asker === 'client' ? client_id : null,
    home: context.places.zipOf(zip_code) ?? refuse('zip_unknown'),
    hours: estimated_hours,
    date,
    startsAt,
    movedId: id,
  }
}

/** A professional's proposal for a pending request counts as their acceptance. rule: booking-accept */
async function refuseUnlessProfessionalMay(
  tx: Db,
  { role }: Side,
  booking: LockedBooking,
): Promise<void> {
  if (role === 'client') return
  const { professional_id, client_id, status } = booking
  if (await isLeadLocked(tx, { professionalId: professional_id, clientId: client_id })) {
    refuse('lead_locked')
  }
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

const isOpenAt = ({ expires_at }: ProposalRow, now: Date) => new Date(expires_at) > now

/** The job 'expire-proposals' does the same for many. */
async function expire(tx: Db, proposal: ProposalRow, now: Date): Promise<void> {
  if (!(await closeProposal(tx, proposal.id, 'expired'))) return
  await recordProposalEvent(tx, 'expired', proposal, null, now)
}

/** Whether an accepted visit is at least its notice away, and the lead is open. rule: instant-move */
async function isFarAndOpen(tx: Db, booking: LockedBooking, now: Date): Promise<boolean> {
  const { status, starts_at, notice_hours, professional_id, client_id } = booking
  if (status !== 'accepted' || +starts_at - +now < notice_hours * HOUR_MS) return false
  return !(await isLeadLocked(tx, { professionalId: professional_id, clientId: client_id }))
}

/**
 * The proposal of a client who may book its free time at once: it is accepted, and the visit moved. rule: instant-move
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

/** The same in a transaction of the caller. Returns the booking and the proposal as they were before. */
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

/** Declining is free. rule: booking-accept */
async function refuseUnlessProfessionalAnswers(
  tx: Db,
  booking: LockedBooking,
  answer: ProposalAnswer,
): Promise<void> {
  if (answer === 'accepted') return refuseUnlessAcceptable(tx, booking)
  if (answer === 'declined') return
  const pair = { professionalId: booking.professional_id, clientId: booking.client_id }
  if (await isLeadLocked(tx, pair)) refuse('lead_locked')
}

/**
 * A client who accepts a time for a pending request accepts it in the professional's name, who may have lost the lead
 * or the subscription since they proposed. The client learns neither. rule: booking-accept
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

async function moveVisit(
  context: Context,
  tx: Db,
  actor: Side,
  booking: LockedBooking,
  proposal: ProposalRow,
  now: Date,
): Promise<void> {
  const [starts_at, ends_at] = [new Date(proposal.starts_at), new Date(proposal.ends_at)]
  const { professional_id } = booking
  const isPending = booking.status === 'pending'
  const answeredAt = actor.role === 'professional' ? now : new Date(proposal.created_at)
  const move = moveOf(context, booking, {
    date: proposal.booking_date,
    startsAt: starts_at,
    asker: 'professional',
  })
  const { isInside, outside } = await checkVisit(context, tx, move)
  await updateBooking(tx, booking.id, {
    status: 'accepted',
    booking_date: proposal.booking_date,
    booking_time: proposal.booking_time,
    starts_at,
    ends_at,
    expires_at: starts_at < booking.expires_at ? starts_at : booking.expires_at,
    moved_at: now,
    outside_hours: !isInside,
    outside,
    buffer_minutes: await findRoom(tx, actor, {
      id: booking.id,
      professional_id,
      starts_at,
      ends_at,
    }),
    ...(isPending
      ? { answered_at: answeredAt, notice_hours: await noticeHoursOf(tx, professional_id) }
      : {}),
  })
  const movedTo = { date: proposal.booking_date, time: proposal.booking_time }
  const by = { which: 'all', by: actor.id } as const
  const isOfSeries =
    isPending && (await acceptSeries(tx, booking, { id: booking.id, movedTo }, by, now))
  if (!isOfSeries) {
    const because = isPending ? 'accepted' : 'moved'
    await makeAgreement(tx, { bookingId: booking.id }, { because, by: actor.id, at: now })
  }
  if (isPending) {
    await recordEvent(tx, {
      kind: 'booking.accepted',
      subjectId: booking.id,
      actorId: booking.professional_id,
      at: now,
      data: { proposal_id: proposal.id },
    })
  }
  await recordProposalEvent(tx, 'moved', proposal, actor, now, { from: booking.starts_at })
}

/** The pause that the moved visit keeps. Refuses a time that is taken. rule: booking-conflict, visit-buffer */
async function findRoom(
  tx: Db,
  { role }: Side,
  visit: Parameters<typeof bufferOfAcceptance>[1],
): Promise<number> {
  try {
    return await bufferOfAcceptance(tx, visit)
  } catch (error) {
    // A client learns only that the time is not free.
    if (role === 'client' && error instanceof Refusal) refuse('slot_taken')
    throw error
  }
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

/** Records what happened to a proposal, and enqueues the notice; a withdrawal has none. */
async function recordProposalEvent(
  tx: Db,
  what: 'proposed' | 'moved' | 'declined' | 'withdrawn' | 'expired',
  { id, by, booking_id, starts_at, status }: ProposalRow,
  actor: Side | null,
  now: Date,
  { from }: { from?: Date } = {},
): Promise<void> {
  // Nobody answered a proposal that moved the visit at once.
  const isAtOnce = what === 'moved' && status === 'accepted'
  const event_id = await recordEvent(tx, {
    kind: `proposal.${what}`,
    subjectId: booking_id,
    actorId: actor?.id ?? null,
    at: now,
    data: {
      proposal_id: id,
      by,
      to: starts_at,
      ...(from ? { from: from.toISOString() } : {}),
      ...(isAtOnce ? { instant: true } : {}),
    },
  })
  if (what !== 'withdrawn') await enqueue(tx, 'notify-booking', { event_id })
}
