import type { Absence, AbsenceAnswer } from '#contract/bookings/absences.ts'
import type { Db } from '#server/db/db.ts'
import { retryConflict } from '#server/db/retry-conflict.ts'
import { recordEvent } from '#server/events/record.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { lockCaller } from '#server/people/person/lock-people.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { lockAcceptances } from '#server/calendar/free/lock-acceptances.ts'
import { refuseUnlessAhead, takeDaysOff } from '#server/calendar/plan/save-times.ts'
import type { OwnDays } from '#server/calendar/plan/save-times.ts'
import { loadTimes } from '#server/calendar/plan/times.ts'
import { bookingsDuring, lockBookingsDuring } from './absence.queries.ts'
import type { AbsentBooking, Period } from './absence.queries.ts'
import { seriesOf } from '../lists/booking-lists.ts'
import { writeMove } from './booking-moves.ts'
import { withdrawProposalsDuring } from '../proposals/answer-proposal.ts'

/**
 * A professional is ill or away. One transaction closes the days, cancels their accepted visits and declines their
 * requests; visits that have begun stay. Each client is told once, of all their visits together. A repeated call
 * affects only what came since. A dry run writes nothing. Refusals: period_invalid, complete_profile_first.
 * rule: absence
 */
export async function reportAbsence(
  context: Context,
  professionalId: string,
  absence: Absence,
  idempotency?: Idempotency,
): Promise<AbsenceAnswer> {
  const now = context.clock.now()
  const days = { from: absence.from_date, to: absence.to_date }
  if (absence.dry_run) {
    const period = await periodOf(context.db, professionalId, days, now)
    return answerOf(await bookingsDuring(context.db, professionalId, period, now), null)
  }
  const answer = await retryConflict(() =>
    runInTransaction(context.db, idempotency, (tx) =>
      writeAbsence(tx, professionalId, absence, days, now),
    ),
  )
  await Promise.all(
    answer.affected.map(({ booking_id }) => notifyBookingChange(context, booking_id)),
  )
  return answer
}

async function writeAbsence(
  tx: Db,
  professionalId: string,
  { kind, message, from_date, to_date }: Absence,
  days: OwnDays,
  now: Date,
): Promise<AbsenceAnswer> {
  // People are locked before bookings, so their clients are read before without a lock. One who books just now is
  // missing here; a conflict with the deletion of their account ends in a second run.
  const before = await periodOf(tx, professionalId, days, now)
  const clients = (await bookingsDuring(tx, professionalId, before, now)).map(
    ({ client_id }) => client_id,
  )
  await lockCaller(tx, professionalId, ...new Set(clients))
  await lockAcceptances(tx, professionalId)
  const times = refuseUnlessAhead(await loadTimes(tx, professionalId, now), days, now)
  const exceptionId = await takeDaysOff(tx, professionalId, times, days, now)
  const period = instantsOf(times.ownZone, days)
  const bookings = await lockBookingsDuring(tx, professionalId, period, now)
  const actor = { id: professionalId, role: 'professional' as const }
  if (bookings.length > 0) {
    for (const booking of bookings) {
      const change = { status: endOf(booking), reason: message, reason_code: kind }
      await writeMove(tx, actor, booking, change, now, { notifies: false })
    }
    const event_id = await recordEvent(tx, {
      kind: 'time.absence',
      subjectId: professionalId,
      actorId: professionalId,
      at: now,
      data: { kind, from_date, to_date },
    })
    for (const own of Map.groupBy(bookings, ({ client_id }) => client_id).values()) {
      await enqueue(tx, 'notify-absence', { event_id, booking_ids: own.map(({ id }) => id) })
    }
  }
  // After the bookings, because those that end take their proposals with them.
  await withdrawProposalsDuring(tx, actor, period, now)
  const ended = bookings.map((booking) => ({ ...booking, status: endOf(booking) }))
  return answerOf(ended, exceptionId)
}

function endOf({ status }: AbsentBooking): 'declined' | 'cancelled' {
  return status === 'pending' ? 'declined' : 'cancelled'
}

async function periodOf(db: Db, professionalId: string, days: OwnDays, now: Date): Promise<Period> {
  const times = refuseUnlessAhead(await loadTimes(db, professionalId, now), days, now)
  return instantsOf(times.ownZone, days)
}

function instantsOf(timeZone: string, { from, to }: OwnDays): Period {
  const midnight = (date: Temporal.PlainDate) =>
    new Date(date.toZonedDateTime(timeZone).epochMilliseconds)
  return {
    startsAt: midnight(Temporal.PlainDate.from(from)),
    endsAt: midnight(Temporal.PlainDate.from(to).add({ days: 1 })),
  }
}

function answerOf(bookings: readonly AbsentBooking[], exception_id: string | null): AbsenceAnswer {
  return {
    affected: bookings.map((booking) => ({
      booking_id: booking.id,
      client_first_name: booking.first_name,
      starts_at: booking.starts_at.toISOString(),
      status: booking.status,
      series: seriesOf(booking),
    })),
    told: new Set(bookings.map(({ client_id }) => client_id)).size,
    exception_id,
  }
}
