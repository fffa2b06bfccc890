import { sql } from 'kysely'
import { CHECK_BY_HOURS_AFTER, CHECK_BY_MINUTES_AHEAD } from '#contract/safety-rules.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { LockedBooking, Side } from '../bookings/booking-moves.ts'
import { lockVisit, refuseIfLeadLocked } from '../bookings/lock-visit.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type TimerState = {
  check_by: string | null
  told_at: string | null
  contact: string | null
  may_set: boolean
}

/** The timer of a visit, for its professional. Refuses booking_not_found, lead_locked. rule: safety-timer */
export async function readTimer(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  professional: Side,
  bookingId: string,
): Promise<TimerState> {
  const id = Id.safeParse(bookingId).data ?? refuse('booking_not_found')
  const booking =
    (await db
      .selectFrom('bookings')
      .select(['id', 'client_id', 'professional_id', 'status', 'ends_at'])
      .where('id', '=', id)
      .where('professional_id', '=', professional.id)
      .executeTakeFirst()) ?? refuse('booking_not_found')
  await refuseIfLeadLocked(db, professional, booking)
  const timer = await db
    .selectFrom('safety_timers')
    .select(['check_by', 'alarmed_at', 'state'])
    .where('booking_id', '=', id)
    .where('state', 'in', ['running', 'alarmed'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const contact = await db
    .selectFrom('safety_contacts')
    .select('name')
    .where('professional_id', '=', professional.id)
    .executeTakeFirst()
  const refusal = settingRefusal(booking, await isFinished(db, id))
  return {
    check_by: timer?.state === 'running' ? timer.check_by.toISOString() : null,
    told_at: timer?.alarmed_at?.toISOString() ?? null,
    contact: contact?.name ?? null,
    may_set: refusal === undefined && isInTime(booking, clock.now()),
  }
}

/** Whether any moment can still be chosen. */
function isInTime({ ends_at }: Pick<LockedBooking, 'ends_at'>, now: Date): boolean {
  return +now + CHECK_BY_MINUTES_AHEAD * MINUTE_MS <= +ends_at + CHECK_BY_HOURS_AFTER * HOUR_MS
}

/**
 * Sets the timer of a visit; another moment replaces it, null ends it. Refuses booking_not_found, lead_locked,
 * booking_already_moved, stage_order, invalid_input, safety_contact_missing. rule: safety-timer
 */
export async function setTimer(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  professional: Side,
  bookingId: string,
  checkBy: Date | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const booking = await lockVisit(tx, professional, bookingId)
    if (checkBy === null) await endTimer(tx, booking.id, 'ended')
    else await startTimer(tx, booking, checkBy, clock.now())
  })
}

async function startTimer(tx: Db, booking: LockedBooking, checkBy: Date, now: Date): Promise<void> {
  const booking_id = booking.id
  const running = await tx
    .selectFrom('safety_timers')
    .select('check_by')
    .where('booking_id', '=', booking_id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (+(running?.check_by ?? 0) === +checkBy) return
  const refusal = settingRefusal(booking, await isFinished(tx, booking_id))
  if (refusal) refuse(refusal)
  const isEarly = +checkBy < +now + CHECK_BY_MINUTES_AHEAD * MINUTE_MS
  const isLate = +checkBy > +booking.ends_at + CHECK_BY_HOURS_AFTER * HOUR_MS
  if (isEarly || isLate) refuse('invalid_input')
  await refuseWithoutContact(tx, booking.professional_id)
  // Who sets a timer after an alarm is safe.
  await endTimer(tx, booking_id, 'ended')
  const values = { state: 'running', check_by: checkBy, created_at: now, warned_at: null }
  // A visit keeps one row beside its alarms, however often its timer is changed.
  const { numUpdatedRows } = await tx
    .updateTable('safety_timers')
    .set(values)
    .where('booking_id', '=', booking_id)
    .where('alarmed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    await tx
      .insertInto('safety_timers')
      .values({ booking_id, ...values })
      .execute()
  }
}

/** Why no timer can be set. rule: safety-timer */
function settingRefusal({ status }: { status: string }, finished: boolean) {
  if (status !== 'accepted') return 'booking_already_moved'
  return finished ? 'stage_order' : undefined
}

async function isFinished(db: Db, bookingId: string): Promise<boolean> {
  const row = await db
    .selectFrom('booking_stages')
    .select('stage')
    .where('booking_id', '=', bookingId)
    .where('stage', '=', 'finished')
    .executeTakeFirst()
  return row !== undefined
}

/** The lock keeps the contact until the timer is committed: whoever removes it then ends the timer too. */
async function refuseWithoutContact(tx: Db, professionalId: string): Promise<void> {
  const contact = await tx
    .selectFrom('safety_contacts')
    .select('professional_id')
    .where('professional_id', '=', professionalId)
    .forShare()
    .executeTakeFirst()
  if (!contact) refuse('safety_contact_missing')
}

/**
 * The professional has checked in: they finished the visit, or said that they are safe. The timer ends; if the contact
 * was told, they hear of it. The caller has locked the booking. rule: safety-timer, safety-alarm
 */
export async function endTimer(
  tx: Db,
  bookingId: string,
  state: 'finished' | 'ended',
): Promise<void> {
  const ofVisit = tx.updateTable('safety_timers').where('booking_id', '=', bookingId)
  await ofVisit.set({ state }).where('state', '=', 'running').execute()
  const told = await ofVisit
    .set({ state: 'checked_in' })
    .where('state', '=', 'alarmed')
    .returning('id')
    .execute()
  for (const { id } of told) await enqueueSafetyLetter(tx, id, 'checked_in')
}

/** 'finished' was taken back: its timer runs again, unless its time has passed. rule: safety-timer */
export async function resumeTimer(tx: Db, bookingId: string, now: Date): Promise<void> {
  await tx
    .updateTable('safety_timers')
    .set({ state: 'running' })
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'finished')
    .where('check_by', '>', now)
    .execute()
}

/** Letters of one timer go one after another, so that a check-in never overtakes its alarm. rule: safety-alarm */
export async function enqueueSafetyLetter(
  tx: Db,
  timer_id: string,
  about: 'alarm' | 'checked_in',
): Promise<void> {
  await enqueue(tx, 'send-safety-letter', { timer_id, about }, { queue: `safety ${timer_id}` })
}

/** Ends the running timers of professionals whose contact is gone. Returns them. rule: safety-contact, safety-stop */
export async function endTimersOf(
  tx: Db,
  professionalIds: readonly string[],
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    update safety_timers set state = 'ended' where id = any(array(
      select safety_timers.id from safety_timers join bookings on bookings.id = booking_id
      where safety_timers.state = 'running' and professional_id = any(${sql.val(professionalIds)}::uuid[])
      order by safety_timers.id for update of safety_timers)) and state = 'running'
    returning id`.execute(tx)
  return rows
}

/** Whether a timer still runs. rule: safety-timer */
export async function isTimerRunning(db: Db, timerId: string): Promise<boolean> {
  const timer = await db
    .selectFrom('safety_timers')
    .select('id')
    .where('id', '=', timerId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return timer !== undefined
}
