import { hasBegun, possibleMoves } from '#contract/bookings/booking-status.ts'
import type { BookingMove, BookingStatus } from '#contract/bookings/booking-status.ts'
import { CANCEL_CODES, needsWords } from '#contract/bookings/cancel-reasons.ts'
import type { CancelCode, StoredCancelCode } from '#contract/bookings/cancel-reasons.ts'
import type { Role } from '#contract/product.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { makeAgreement } from '../agreements/make-agreement.ts'
import { isLeadLocked, refuseLocked } from '#server/money/leads/leads.ts'
import { returnCreditOfEarlyCancellation } from '#server/money/leads/return-credits.ts'
import { recountVisits } from '#server/people/listing/card-visits.ts'
import { isReachable } from '#server/people/listing/listed.ts'
import { settleVisit } from '../hours/settle-hours.ts'
import { notifyBookingSides } from '#server/live/notify-sides.ts'
import { endTimer } from './end-safety-timer.ts'
import { acceptSeries } from '../series/activate-series.ts'
import { bufferOfAcceptance } from '#server/calendar/free/buffer.ts'
import { noticeHoursOf } from '#server/calendar/free/notice-hours.ts'
import {
  isOverlapViolation,
  lockBooking,
  lockOwnBooking,
  updateBooking,
  updateBookingWithEvent,
} from './booking-moves.queries.ts'
import type { LockedBooking } from './booking-moves.queries.ts'
import { isExcused } from '#server/market/professionals/reliability.ts'

export { isOverlapViolation, lockOwnBooking } from './booking-moves.queries.ts'
export type { LockedBooking } from './booking-moves.queries.ts'

const HOUR_MS = 3_600_000

type Move = {
  status: BookingMove
  reason?: string | undefined
  reason_code?: CancelCode | undefined
  /** For the acceptance of a request for regular visits: whether only its first visit is accepted. */
  series?: 'all' | 'first_only' | undefined
}

/**
 * One side accepts, declines, completes or cancels a booking. One transaction writes the status, the event and the job
 * that notifies the other side. The same move again by the same side changes nothing. `withLocks` runs under its locks.
 * Refusals: reason_code_invalid, reason_required, booking_not_found, only_professional_updates, activate_to_accept,
 * lead_locked, booking_already_moved, booking_not_started, booking_started, booking_overlap, booking_too_close.
 * rule: booking-moves
 */
export async function moveBooking(
  context: Context,
  actor: Side,
  id: string,
  change: Move,
  withLocks?: (tx: Db) => Promise<void>,
): Promise<{ id: string; status: BookingStatus }> {
  const { status } = change
  refuseUnlessReason(actor.role, change)
  if (!Id.safeParse(id).success) refuse('booking_not_found')
  const now = context.clock.now()
  const moved = await context.db.transaction().execute(async (tx) => {
    const accepts = status === 'accepted'
    const booking =
      (await lockOwnBooking(tx, actor, id, { accepts, whileSuspended: 'visits' })) ??
      refuse('booking_not_found')
    await withLocks?.(tx)
    await refuseUnlessPermitted(tx, actor, booking, status)
    if (!isRepeated(booking, actor.role, status)) {
      refuseUnlessPossible(booking, actor.role, status, now)
      await writeMove(tx, actor, booking, change, now)
    }
    return booking
  })
  notifyBookingSides(context, moved)
  return { id, status }
}

/** Each side has its own reasons. Without a choice, or with 'other', a text is required. rule: cancellation */
function refuseUnlessReason(side: Role, { status, reason, reason_code }: Move): void {
  if (status !== 'cancelled') return
  const isOwn = CANCEL_CODES[side].some((code) => code === reason_code)
  if (reason_code !== undefined && !isOwn) refuse('reason_code_invalid')
  if (!reason && needsWords(reason_code)) refuse('reason_required')
}

async function refuseUnlessPermitted(
  tx: Db,
  actor: Side,
  booking: LockedBooking,
  status: BookingMove,
): Promise<void> {
  if (actor.role === 'client' && status !== 'cancelled') refuse('only_professional_updates')
  if (status === 'accepted') await refuseUnlessAcceptable(tx, booking)
}

/** Refuses 'activate_to_accept' or 'lead_locked' if the professional cannot accept. rule: booking-moves */
export async function refuseUnlessAcceptable(
  tx: Db,
  { professional_id, client_id }: LockedBooking,
): Promise<void> {
  if (!(await isReachable(tx, professional_id))) refuse('activate_to_accept')
  const pair = { professionalId: professional_id, clientId: client_id }
  if (await isLeadLocked(tx, pair)) await refuseLocked(tx, pair)
}

function isRepeated(booking: LockedBooking, side: Role, status: BookingMove): boolean {
  if (booking.status !== status) return false
  if (status === 'cancelled') return booking.cancelled_by === side
  // An expired request is declined too, but the professional did not answer it.
  if (status === 'declined') return booking.answered_at !== null
  return true
}

function refuseUnlessPossible(
  { status: from, starts_at, expires_at, stage }: LockedBooking,
  side: Role,
  to: BookingMove,
  now: Date,
): void {
  const state = { status: from, startsAt: starts_at, expiresAt: expires_at, stage }
  if (possibleMoves(state, side, now).includes(to)) return
  if (from === 'accepted' && to === 'completed' && starts_at > now) refuse('booking_not_started')
  const isOpen = from === 'accepted' || from === 'pending'
  if (isOpen && to === 'cancelled' && hasBegun(state, now)) refuse('booking_started')
  refuse('booking_already_moved')
}

/**
 * Writes a move that the caller has locked and checked, with its event and the job that notifies. With `notifies` false
 * there is no job, because the caller notifies of several moves at once. Refuses
 * 'booking_overlap' and 'booking_too_close'.
 */
export async function writeMove(
  tx: Db,
  actor: Side,
  booking: LockedBooking,
  {
    status,
    reason,
    reason_code,
    series = 'all',
  }: Omit<Move, 'reason_code'> & { reason_code?: StoredCancelCode | undefined },
  now: Date,
  { notifies = true } = {},
): Promise<void> {
  const terms = status === 'accepted' ? await rulesOfAcceptance(tx, booking) : {}
  const isAnswer = booking.status === 'pending' && actor.role === 'professional'
  const values = {
    status,
    reason: status === 'declined' || status === 'cancelled' ? reason || null : null,
    ...(status === 'cancelled' ? await cancellation(tx, actor, booking, reason_code, now) : {}),
    ...(isAnswer ? { answered_at: now } : {}),
    ...terms,
  }
  // Nobody else knows of it, so there is nothing to tell. rule: held-starts
  if (booking.held !== null) return updateBooking(tx, booking, values)
  const startsSeries = status === 'accepted' && series === 'all' && booking.series_id !== null
  const event = {
    kind: `booking.${status}`,
    actorId: actor.id,
    at: now,
    ...(startsSeries ? { data: { series_id: booking.series_id } } : {}),
    // The start of a series has a notice of its own.
    notifies: notifies && !startsSeries,
  }
  try {
    await updateBookingWithEvent(tx, booking, values, event)
  } catch (error) {
    if (isOverlapViolation(error)) refuse('booking_overlap')
    throw error
  }
  if (status === 'accepted') {
    const by = { which: series, by: actor.id }
    if (!(await acceptSeries(tx, booking, { id: booking.id, movedTo: null }, by, now))) {
      const made = { because: 'accepted', by: actor.id, at: now } as const
      await makeAgreement(tx, { bookingId: booking.id }, made)
    }
  }
  if (status === 'completed') {
    await settleVisit(tx, booking.id, now)
    await endTimer(tx, booking.id, 'ended')
    await recountVisits(tx, [booking.id])
  }
  if (status === 'cancelled' && booking.status === 'accepted' && actor.role === 'client') {
    const pair = { professionalId: booking.professional_id, clientId: booking.client_id }
    await returnCreditOfEarlyCancellation(tx, pair, now)
  }
}

/**
 * The request for a series ends before anybody has answered it: the client cancels it, the professional declines it.
 * One that is over already stays as it is. The caller holds the locks of the people, the professional and the series.
 * rule: series-end
 */
export async function endRequest(
  tx: Db,
  actor: Side,
  id: string,
  reason: string | undefined,
  now: Date,
): Promise<void> {
  const booking = await lockBooking(tx, actor, id)
  if (booking?.status !== 'pending' || booking.expires_at <= now) return
  const move =
    actor.role === 'client'
      ? ({ status: 'cancelled', reason_code: 'series_changed' } as const)
      : ({ status: 'declined' } as const)
  await writeMove(tx, actor, booking, { ...move, reason }, now)
}

/**
 * Cancels an accepted visit of a series, which its caller has locked. It has neither a message nor a notice: the series
 * has them. A visit is late like any other, unless its series changed. rule: series-breaks, cancellation
 */
export async function cancelVisitOfSeries(
  tx: Db,
  actor: Side,
  booking: LockedBooking,
  {
    reason_code,
    reason,
    neverLate = false,
  }: { reason_code: StoredCancelCode; reason?: string | undefined; neverLate?: boolean },
  now: Date,
): Promise<void> {
  const columns = await cancellation(tx, actor, booking, reason_code, now)
  await updateBooking(tx, booking, {
    ...columns,
    status: 'cancelled',
    reason: reason || null,
    cancelled_late: columns.cancelled_late && !neverLate,
  })
  await recordEvent(tx, {
    kind: 'booking.cancelled',
    subjectId: booking.id,
    actorId: actor.id,
    at: now,
    data: { series_id: booking.series_id },
  })
  if (actor.role === 'client') {
    const pair = { professionalId: booking.professional_id, clientId: booking.client_id }
    await returnCreditOfEarlyCancellation(tx, pair, now)
  }
}

/** Gives an accepted visit, which its caller has locked, another time or price: its series or the visit changed. */
export async function rescheduleVisit(
  tx: Db,
  booking: Parameters<typeof updateBooking>[1],
  values: Omit<Parameters<typeof updateBooking>[2], 'status'>,
): Promise<void> {
  await updateBooking(tx, booking, { ...values, status: 'accepted' })
}

/** The rules of the professional that a visit keeps from its acceptance on. rule: visit-rules, cancellation */
async function rulesOfAcceptance(tx: Db, booking: LockedBooking) {
  return {
    buffer_minutes: await bufferOfAcceptance(tx, booking),
    notice_hours: await noticeHoursOf(tx, booking.professional_id),
  }
}

/** The columns of a cancelled booking. rule: cancellation */
async function cancellation(
  tx: Db,
  { id, role }: Side,
  { status, starts_at, notice_hours }: LockedBooking,
  reason_code: StoredCancelCode | undefined,
  now: Date,
) {
  const isLate = status === 'accepted' && +starts_at - +now < notice_hours * HOUR_MS
  return {
    cancelled_by: role,
    cancelled_at: now,
    reason_code: reason_code ?? null,
    cancelled_late: isLate,
    late_excused: isLate && reason_code === 'ill' && (await isExcused(tx, { id, role }, now)),
  }
}
