import { sql } from 'kysely'
import {
  CHECK_BY_HOURS_AFTER,
  CHECK_BY_MINUTES_AHEAD,
  UNTOLD_AFTER_MINUTES,
} from '#contract/visits/safety-rules.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Side } from '#server/http/calls/actor.ts'
import type { LockedBooking } from '#server/bookings/moves/booking-moves.ts'
import { lockOwnBooking } from '#server/bookings/moves/booking-moves.ts'
import { lockVisit, refuseIfLeadLocked } from '#server/bookings/moves/lock-visit.ts'
import { endTimer } from '#server/bookings/moves/end-safety-timer.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type TimerState = {
  check_by: string | null
  told_at: string | null
  told_contact: string | null
  contact_stopped: boolean
  is_untold: boolean
  contact: string | null
  time_zone: string
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
      .select(['id', 'client_id', 'professional_id', 'status', 'ends_at', 'time_zone'])
      .where('id', '=', id)
      .where('professional_id', '=', professional.id)
      .executeTakeFirst()) ?? refuse('booking_not_found')
  const timer = await liveTimer(db, id)
  if (!timer) await refuseIfLeadLocked(db, professional, booking)
  const contact = await db
    .selectFrom('safety_contacts')
    .select('name')
    .where('professional_id', '=', professional.id)
    .executeTakeFirst()
  const refusal = settingRefusal(booking, await isFinished(db, id))
  const now = clock.now()
  const sentAt = timer?.alarm_sent_at ?? null
  const isUntold = timer !== undefined && sentAt === null && isUntoldNow(timer, now)
  // The time can be over while the letter is still on its way: a check-in then stops it.
  const isWaiting = timer && !sentAt && !isUntold
  return {
    check_by: isWaiting ? timer.check_by.toISOString() : null,
    told_at: sentAt?.toISOString() ?? null,
    told_contact: timer?.contact_name ?? null,
    contact_stopped: sentAt !== null && timer?.email === null,
    is_untold: isUntold,
    contact: contact?.name ?? null,
    time_zone: booking.time_zone,
    may_set: refusal === undefined && isInTime(booking, now),
  }
}

/** Whether a letter that has not left is not to be counted on any more. rule: safety-alarm */
function isUntoldNow(
  { check_by, untold_at }: { check_by: Date; untold_at: Date | null },
  now: Date,
): boolean {
  return untold_at !== null || +check_by + UNTOLD_AFTER_MINUTES * MINUTE_MS <= +now
}

/** The timer of a visit that runs, or whose alarm the professional has not answered yet. */
async function liveTimer(db: Db, bookingId: string) {
  return db
    .selectFrom('safety_timers')
    .select(['check_by', 'alarm_sent_at', 'untold_at', 'contact_name', 'email'])
    .where('booking_id', '=', bookingId)
    .where('state', 'in', ['running', 'alarmed'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Whether any time can still be chosen. */
function isInTime({ ends_at }: Pick<LockedBooking, 'ends_at'>, now: Date): boolean {
  return +now + CHECK_BY_MINUTES_AHEAD * MINUTE_MS <= +ends_at + CHECK_BY_HOURS_AFTER * HOUR_MS
}

/**
 * Sets the timer of a visit; another time replaces it, null ends it, whatever became of the visit and the account.
 * Refuses booking_not_found, lead_locked, account_suspended, invalid_input, booking_already_moved, stage_order,
 * safety_contact_missing. rule: safety-timer
 */
export async function setTimer(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  professional: Side,
  bookingId: string,
  checkBy: Date | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (checkBy === null) await checkIn(tx, professional, bookingId)
    else await startTimer(tx, await lockVisit(tx, professional, bookingId), checkBy, clock.now())
  })
}

async function checkIn(tx: Db, professional: Side, bookingId: string): Promise<void> {
  const id = Id.safeParse(bookingId).data ?? refuse('booking_not_found')
  const booking =
    (await lockOwnBooking(tx, professional, id, { whileSuspended: 'allowed' })) ??
    refuse('booking_not_found')
  if (!(await liveTimer(tx, id))) await refuseIfLeadLocked(tx, professional, booking)
  await endTimer(tx, id, 'ended')
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
  const isEarly = +checkBy < +now + CHECK_BY_MINUTES_AHEAD * MINUTE_MS
  const isLate = +checkBy > +booking.ends_at + CHECK_BY_HOURS_AFTER * HOUR_MS
  if (isEarly || isLate) refuse('invalid_input')
  const refusal = settingRefusal(booking, await isFinished(tx, booking_id))
  if (refusal) refuse(refusal)
  if (!(await lockContact(tx, booking.id))) refuse('safety_contact_missing')
  // A professional who sets a timer after an alarm is safe.
  await endTimer(tx, booking_id, 'ended')
  const { address } = await tx
    .selectFrom('bookings')
    .select('address')
    .where('id', '=', booking_id)
    .executeTakeFirstOrThrow()
  const values = { state: 'running', check_by: checkBy, created_at: now, warned_at: null, address }
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

/**
 * Whether the professional of a visit has a contact who takes letters. The lock keeps it until the timer is committed:
 * whoever removes it then ends the timer too.
 */
async function lockContact(tx: Db, bookingId: string): Promise<boolean> {
  const { rows } = await sql`
    select from safety_contacts as contact
    where professional_id = (select professional_id from bookings where id = ${bookingId}::uuid)
      and not exists (select from safety_declines where safety_declines.email_hash = contact.email_hash)
    for share of contact`.execute(tx)
  return rows.length > 0
}

/** 'finished' was taken back: its timer runs again, unless its time or the contact is gone. rule: safety-timer */
export async function resumeTimer(tx: Db, bookingId: string, now: Date): Promise<void> {
  if (!(await lockContact(tx, bookingId))) return
  await tx
    .updateTable('safety_timers')
    .from('bookings')
    .set({
      state: 'running',
      // The end of the timer may have erased the address.
      address: sql`coalesce(safety_timers.address, bookings.address)`,
    })
    .whereRef('bookings.id', '=', 'booking_id')
    .where('booking_id', '=', bookingId)
    .where('safety_timers.state', '=', 'finished')
    .where('check_by', '>', now)
    .execute()
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
