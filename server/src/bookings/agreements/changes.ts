import type {
  NewVisitChange,
  VisitChange,
  VisitChangeAnswer,
} from '#contract/bookings/agreements.ts'
import { dollars, sumCents } from '#contract/bookings/booking-price.ts'
import { changedPrice } from '#contract/bookings/change-price.ts'
import type { PresentPrice } from '#contract/bookings/change-price.ts'
import type { Role } from '#contract/product.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { recordAndNotify } from '#server/events/record.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { isOverlapViolation, lockOwnBooking, rescheduleVisit } from '../moves/booking-moves.ts'
import type { LockedBooking } from '../moves/booking-moves.ts'
import { PROPOSALS_MAX } from '../proposals/proposal-view.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { replaceLines, shownPrice } from '#server/market/offer/booking-lines.ts'
import { loadOffer } from '#server/market/offer/load-offer.ts'
import { refuseUnlessLabour } from '#server/market/offer/visit-price.ts'
import { bufferOfChange } from '#server/calendar/free/buffer.ts'
import { refuseTooShort } from '#server/calendar/free/refuse-visit.ts'
import { refuseIfLocked } from './agreements.ts'
import {
  changeableVisit,
  closeChange,
  findChange,
  insertChange,
  stretchOpenProposal,
} from './changes.queries.ts'
import type { ChangeRow } from './changes.queries.ts'
import { makeAgreement } from './make-agreement.ts'

export { expireOpenChange, isChangeOpen } from './changes.queries.ts'

const HOUR_MS = 3_600_000

/**
 * One side proposes other hours, extras or supplies for an accepted visit. Nothing changes before the other side
 * accepts. Refusals: booking_not_found, lead_locked, conversation_blocked, extra_not_offered, supplies_not_offered,
 * hours_below_minimum, extras_too_long, invalid_input if nothing differs, booking_already_moved, change_open,
 * too_many_proposals. rule: visit-changes
 */
export async function proposeChange(
  context: Context,
  actor: Side,
  bookingId: string,
  asked: NewVisitChange,
  idempotency?: Idempotency,
): Promise<{ change: VisitChange }> {
  const id = Id.safeParse(bookingId).data ?? refuse('booking_not_found')
  const now = context.clock.now()
  const change = await runInTransaction(context.db, idempotency, async (tx) => {
    const booking =
      (await lockOwnBooking(tx, actor, id, { whileSuspended: 'visits' })) ??
      refuse('booking_not_found')
    await refuseIfLocked(tx, actor, booking)
    const visit = await changeableVisit(tx, booking.id)
    if (visit.blocked) refuse('conversation_blocked')
    const price = await priceOfChange(tx, booking, visit, asked)
    if (booking.status !== 'accepted' || visit.stage === 'finished') {
      refuse('booking_already_moved')
    }
    if (visit.has_open) refuse('change_open')
    if (countOf(visit, actor.role) >= PROPOSALS_MAX) refuse('too_many_proposals')
    const { hours: estimated_hours, supplies, lines } = price
    const row = await insertChange(tx, {
      booking_id: booking.id,
      by: actor.role,
      estimated_hours,
      supplies,
      lines,
      created_at: now,
    })
    await recordChange(tx, 'change_asked', booking, actor, row, now)
    return shownChange(row)
  })
  await notifyBookingChange(context, id)
  return { change }
}

type Changeable = Awaited<ReturnType<typeof changeableVisit>>

const countOf = (visit: Changeable, side: Role) =>
  side === 'client' ? visit.by_client : visit.by_professional

/** Refuses extra_not_offered, supplies_not_offered, hours_below_minimum, extras_too_long, invalid_input. */
async function priceOfChange(
  tx: Db,
  { professional_id }: LockedBooking,
  visit: Changeable,
  { estimated_hours: hours, extras, supplies }: NewVisitChange,
) {
  const offer = (await loadOffer(tx, professional_id))!
  const present = presentPrice(visit)
  const price = changedPrice(present, offer, { hours, extras, supplies })
  if (price.refusal !== null) refuse(price.refusal)
  if (hours !== undefined && hours < visit.minimum_hours) {
    refuseTooShort(visit.minimum_hours)
  }
  refuseUnlessLabour({ minutes: price.hours * 60, extras: price.extras })
  if (isSame(present, price)) refuse('invalid_input')
  return price
}

const presentPrice = ({ estimated_hours, supplies, lines }: Changeable): PresentPrice => ({
  hours: estimated_hours,
  supplies,
  lines,
})

function isSame(present: PresentPrice, price: PresentPrice): boolean {
  const extras = (lines: PresentPrice['lines']) =>
    lines.flatMap((line) => (line.kind === 'extra' ? [line.extra] : [])).toSorted()
  return (
    present.hours === price.hours &&
    present.supplies === price.supplies &&
    extras(present.lines).join() === extras(price.lines).join()
  )
}

/**
 * One side answers a change: the other side accepts or declines, the author withdraws. Accepting writes total, lines,
 * end and the next version of the agreement. The same answer again changes nothing. Refusals: booking_not_found,
 * lead_locked, not_found, not_yours, change_over; and where the visit becomes longer slot_taken for a client,
 * booking_overlap and booking_too_close for a professional. rule: visit-changes
 */
export async function answerChange(
  context: Context,
  actor: Side,
  { bookingId, changeId }: { bookingId: string; changeId: string },
  answer: VisitChangeAnswer,
): Promise<{ change: VisitChange }> {
  const id = Id.safeParse(bookingId).data ?? refuse('booking_not_found')
  const now = context.clock.now()
  const change = await context.db.transaction().execute(async (tx) => {
    const accepts = answer === 'accepted'
    const booking =
      (await lockOwnBooking(tx, actor, id, { accepts, whileSuspended: 'visits' })) ??
      refuse('booking_not_found')
    await refuseIfLocked(tx, actor, booking)
    const found = Id.safeParse(changeId).success && (await findChange(tx, booking.id, changeId))
    if (!found) refuse('not_found')
    if ((found.by === actor.role) !== (answer === 'withdrawn')) refuse('not_yours')
    if (found.status === answer) return found
    if (found.status !== 'open' || booking.status !== 'accepted') refuse('change_over')
    await closeChange(tx, found.id, answer, now)
    if (accepts) await applyChange(tx, actor, booking, found, now)
    if (answer !== 'withdrawn')
      await recordChange(tx, 'change_answered', booking, actor, found, now)
    return { ...found, status: answer }
  })
  await notifyBookingChange(context, id)
  return { change: shownChange(change) }
}

async function applyChange(
  tx: Db,
  actor: Side,
  booking: LockedBooking,
  { estimated_hours, supplies, lines }: ChangeRow,
  now: Date,
): Promise<void> {
  const ends_at = new Date(+booking.starts_at + estimated_hours * HOUR_MS)
  const isLonger = ends_at > booking.ends_at
  await replaceLines(tx, booking.id, lines)
  try {
    await rescheduleVisit(tx, booking, {
      estimated_hours,
      supplies,
      total_cents: sumCents(lines),
      ends_at,
      ...(isLonger
        ? { buffer_minutes: await bufferOfChange(tx, actor, { ...booking, ends_at }) }
        : {}),
    })
  } catch (error) {
    if (!isOverlapViolation(error)) throw error
    refuse(actor.role === 'client' ? 'slot_taken' : 'booking_overlap')
  }
  await stretchOpenProposal(tx, booking.id, estimated_hours)
  const made = { because: 'change', by: actor.id, at: now } as const
  await makeAgreement(tx, { bookingId: booking.id }, made)
}

async function recordChange(
  tx: Db,
  what: 'change_asked' | 'change_answered',
  { id }: LockedBooking,
  actor: Side,
  change: ChangeRow,
  at: Date,
): Promise<void> {
  await recordAndNotify(tx, 'notify-visit', {
    kind: `visit.${what}`,
    subjectId: id,
    actorId: actor.id,
    at,
    data: { change_id: change.id },
  })
}

function shownChange({ id, by, estimated_hours, supplies, lines, status }: ChangeRow): VisitChange {
  const price = shownPrice(lines, supplies)
  return { id, by, ...price, total_amount: dollars(sumCents(lines)), estimated_hours, status }
}

/** The newest change of a visit, what its price is made of, and what this side can do now. rule: visit-view */
export async function changeOfVisit(
  db: Db,
  { id, status, professional_id }: { id: string; status: string; professional_id: string },
  side: Role,
) {
  const row = await findChange(db, id)
  const change = row ? shownChange(row) : null
  if (status !== 'accepted') return { change, toChange: null, may: [] }
  const visit = await changeableVisit(db, id)
  const mayAnswer = change?.status === 'open' && change.by !== side
  const mayPropose =
    visit.stage !== 'finished' &&
    !visit.has_open &&
    !visit.blocked &&
    countOf(visit, side) < PROPOSALS_MAX
  const offer = mayPropose ? (await loadOffer(db, professional_id))! : null
  return {
    change,
    toChange: offer && {
      ...shownPrice(visit.lines, visit.supplies),
      total_amount: dollars(sumCents(visit.lines)),
      min_hours: visit.minimum_hours,
      offered_extras: offer.extras.map(({ extra, name, minutes, priceCents }) => ({
        extra,
        name,
        minutes,
        price: dollars(priceCents),
      })),
      offered_supplies: {
        brings: offer.supplies.brings,
        price: offer.supplies.priceCents === null ? null : dollars(offer.supplies.priceCents),
      },
    },
    may: [
      ...(mayPropose ? (['propose_change'] as const) : []),
      ...(mayAnswer ? (['answer_change'] as const) : []),
    ],
  }
}
