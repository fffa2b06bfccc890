import { sql } from 'kysely'
import type { Stage } from '#contract/visits/visit-rules.ts'
import { isTooEarly, isTooLate, stagesAfter, undoUntil } from '#contract/calendar/visit-times.ts'
import type { StagePress, Visit } from '#contract/visits/visits.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { expireOpenChange } from '#server/bookings/agreements/changes.ts'
import type { LockedBooking } from '#server/bookings/moves/booking-moves.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { finishHours, deleteHours, settleVisit } from '#server/bookings/hours/settle-hours.ts'
import { contradictNoShow } from '../problems/problem-jobs.ts'
import { endTimer } from '#server/bookings/moves/end-safety-timer.ts'
import { resumeTimer } from '../safety/safety-timer.ts'
import { lockVisit } from '#server/bookings/moves/lock-visit.ts'
import { pressTime } from '#server/bookings/moves/press-time.ts'
import { isSettledNoShow } from './stage-moves.ts'
import { readVisit } from './visit-view.ts'
import {
  completedAt,
  isUndoBlocked,
  isClientDeleted,
  latestStage,
  setLatestStage,
} from './visits.queries.ts'
import type { LatestStage } from './visits.queries.ts'

/**
 * The professional says how far the visit is. One transaction writes the stage, its event and the job that notifies the
 * client. It also disputes a no-show that the press contradicts, ends an open change of the agreement and the safety
 * timer, and settles the hours. The same stage again changes at most the ETA. Once the client's account is deleted, the
 * stage is stored without its note. Refusals: stage_time_invalid, booking_not_found, lead_locked, stage_order,
 * booking_already_moved, stage_too_early, stage_too_late. rule: visit-stages, account-deletion
 */
export async function pressStage(
  context: Context,
  actor: Side,
  bookingId: string,
  press: StagePress,
  idempotency: Idempotency | undefined,
): Promise<Visit> {
  const now = context.clock.now()
  const at = pressTime(press, now)
  // Saved answers are not deleted with an account, so this one holds no personal data.
  const { booking_id } = await runInTransaction(context.db, idempotency, async (tx) => {
    const booking = await lockVisit(tx, actor, bookingId)
    const latest = await latestStage(tx, booking.id)
    if (latest?.stage !== press.stage) await writeStage(tx, booking, latest, { ...press, at }, now)
    else await changeEta(tx, booking, { ...press, at })
    return { booking_id: booking.id }
  })
  await notifyBookingChange(context, booking_id)
  return readVisit(context.db, actor, booking_id, now)
}

async function writeStage(
  tx: Tx,
  booking: LockedBooking,
  latest: LatestStage | undefined,
  { stage, at: pressedAt, note, eta_minutes, actual_minutes }: StagePress & { at: Date },
  now: Date,
): Promise<void> {
  if (!stagesAfter(latest?.stage ?? null).includes(stage)) {
    if (await isSet(tx, booking.id, stage)) return
    refuse('stage_order')
  }
  await refuseIfMoved(tx, booking, pressedAt)
  if (isTooEarly(booking.starts_at, pressedAt)) refuse('stage_too_early')
  if (isTooLate(booking.ends_at, now)) refuse('stage_too_late')
  // The phone may have lost the order of presses. rule: visit-stages
  const at = latest && latest.at > pressedAt ? latest.at : pressedAt
  const event_id = await recordEvent(tx, {
    kind: `visit.${stage}`,
    subjectId: booking.id,
    actorId: booking.professional_id,
    at: now,
  })
  await tx
    .insertInto('booking_stages')
    .values({
      booking_id: booking.id,
      stage,
      at,
      received_at: now,
      note: (await isClientDeleted(tx, booking.client_id)) ? '' : note,
      eta_minutes: stage === 'on_my_way' ? (eta_minutes ?? null) : null,
      event_id,
    })
    .execute()
  await setLatestStage(tx, booking.id, stage)
  if (stage !== 'on_my_way') await contradictNoShow(tx, booking.id, pressedAt, now)
  await enqueue(tx, 'notify-visit', { event_id })
  if (stage === 'finished') {
    await expireOpenChange(tx, booking.id)
    await endTimer(tx, booking.id, 'finished')
    await finishHours(tx, booking, { actualMinutes: actual_minutes, finishedAt: at }, now)
  }
}

/**
 * A completed visit takes only what was pressed before it was completed, and one to which a side did not come takes
 * nothing more. rule: visit-stages
 */
async function refuseIfMoved(
  tx: Tx,
  { id, status, no_show }: LockedBooking,
  pressedAt: Date,
): Promise<void> {
  if (isSettledNoShow(no_show)) refuse('booking_already_moved')
  if (status === 'accepted') return
  const isLate = status === 'completed' && pressedAt < (await completedAt(tx, id))
  if (!isLate) refuse('booking_already_moved')
}

async function isSet(tx: Tx, bookingId: string, stage: Stage): Promise<boolean> {
  const row = await tx
    .selectFrom('booking_stages')
    .select('stage')
    .where('booking_id', '=', bookingId)
    .where('stage', '=', stage)
    .executeTakeFirst()
  return row !== undefined
}

/** Saying the minutes before again takes the last change back. rule: visit-stages */
async function changeEta(
  tx: Tx,
  booking: LockedBooking,
  { stage, eta_minutes, at }: StagePress & { at: Date },
): Promise<void> {
  if (stage !== 'on_my_way' || eta_minutes === undefined) return
  await refuseIfMoved(tx, booking, at)
  await tx
    .updateTable('booking_stages')
    .set({
      eta_minutes,
      is_eta_changed: true,
      eta_before: sql`case when eta_before is distinct from ${eta_minutes} then eta_minutes end`,
    })
    .where('booking_id', '=', booking.id)
    .where('stage', '=', stage)
    .where('eta_minutes', 'is distinct from', eta_minutes)
    .execute()
}

/**
 * Takes the latest stage back, soon after its receipt. A stage that is not set changes nothing. Refuses
 * booking_not_found, lead_locked, stage_undo_over. rule: visit-stages
 */
export async function undoStage(
  context: Context,
  actor: Side,
  bookingId: string,
  stage: Stage,
): Promise<Visit> {
  const now = context.clock.now()
  const visit = await context.db.transaction().execute(async (tx) => {
    const booking = await lockVisit(tx, actor, bookingId)
    if (await isSet(tx, booking.id, stage)) await removeStage(tx, booking, stage, now)
    return readVisit(tx, actor, booking.id, now)
  })
  await notifyBookingChange(context, visit.booking_id)
  return visit
}

async function removeStage(
  tx: Tx,
  { id, status, professional_id, no_show }: LockedBooking,
  stage: Stage,
  now: Date,
): Promise<void> {
  const latest = await latestStage(tx, id)
  const canUndo = latest?.stage === stage && status === 'accepted' && now <= undoUntil(latest)
  if (!canUndo || (await isUndoBlocked(tx, id))) refuse('stage_undo_over')
  await tx
    .deleteFrom('booking_stages')
    .where('booking_id', '=', id)
    .where('stage', '=', stage)
    .execute()
  await setLatestStage(tx, id, (await latestStage(tx, id))?.stage ?? null)
  if (stage === 'finished') await resumeTimer(tx, id, now)
  const settled = stage === 'finished' ? await deleteHours(tx, id) : null
  // Nobody needs to finish a visit to which one side did not come.
  if (stage === 'finished' && isSettledNoShow(no_show)) await settleVisit(tx, id, now)
  const event_id = await recordEvent(tx, {
    kind: 'visit.undone',
    subjectId: id,
    actorId: professional_id,
    at: now,
    data: { stage, event_id: latest.event_id, settled },
  })
  await enqueue(tx, 'notify-visit', { event_id })
}
