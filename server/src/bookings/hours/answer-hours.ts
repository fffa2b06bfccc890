import { cents, sumCents } from '#contract/bookings/booking-price.ts'
import type { Hours, HoursAnswer } from '#contract/bookings/hours.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { lockVisit } from '../moves/lock-visit.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { asLines, settleVisit } from './settle-hours.ts'
import { hoursRow, isWaiting, shownHours } from './visit-hours.ts'
import type { HoursRow } from './visit-hours.ts'

/**
 * The client agrees to the extra time or not; the professional says that it took less. The lock of the booking decides
 * between an answer and the scheduled job. The same again changes nothing. Refusals: clients_only,
 * only_professional_updates, booking_not_found, lead_locked, invalid_input if the minutes are not lower, hours_settled,
 * hours_changed if the client read another amount. rule: settle-hours
 */
export async function answerHours(
  context: Context,
  actor: Side,
  bookingId: string,
  { answer, final_amount, actual_minutes }: HoursAnswer,
): Promise<Hours> {
  if (answer !== undefined && actor.role !== 'client') refuse('clients_only')
  if (answer === undefined && actor.role === 'client') refuse('only_professional_updates')
  const now = context.clock.now()
  const { id, hours } = await context.db.transaction().execute(async (tx) => {
    const booking = await lockVisit(tx, actor, bookingId)
    const row = (await hoursRow(tx, booking.id)) ?? refuse('hours_settled')
    const fact = answer === undefined ? lowered(row, actual_minutes!) : { answer }
    if (!isSame(row, fact)) {
      if (!isWaiting(row, now)) refuse('hours_settled')
      if (final_amount !== undefined && !isAmountOf(row, final_amount)) refuse('hours_changed')
      await tx.updateTable('booking_hours').set(fact).where('booking_id', '=', booking.id).execute()
      await settleVisit(tx, booking.id, now)
    }
    return { id: booking.id, hours: await readHours(tx, booking.id) }
  })
  await notifyBookingChange(context, id)
  return hours
}

function lowered({ actual_minutes: before }: HoursRow, actual_minutes: number) {
  if (before === null) refuse('hours_settled')
  if (actual_minutes > before) refuse('invalid_input')
  return { actual_minutes }
}

const isSame = (row: HoursRow, fact: { answer?: string; actual_minutes?: number }) =>
  fact.answer === undefined
    ? row.actual_minutes === fact.actual_minutes
    : row.answer === fact.answer

const isAmountOf = ({ lines }: HoursRow, amount: number) =>
  sumCents(asLines(lines)) === cents(amount)

async function readHours(tx: Db, bookingId: string): Promise<Hours> {
  return shownHours((await hoursRow(tx, bookingId))!)
}
