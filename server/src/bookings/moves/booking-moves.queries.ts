import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import pg from 'pg'
import { hasBegun } from '#contract/bookings/booking-status.ts'
import type { BookingStatus } from '#contract/bookings/booking-status.ts'
import type { Language, Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import type { DB, JsonObject } from '#server/db/types.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { recordAndNotify, recordEvent } from '#server/events/record.ts'
import { refuseIfSuspended } from '#server/http/calls/suspended.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { lockPeople, lockPeopleInSql, suspensionOf } from '#server/people/person/lock-people.ts'
import { acceptanceLockSql } from '#server/calendar/free/lock-acceptances.ts'
import { endTimerOfCancelled } from './end-safety-timer.ts'

const EXCLUSION_VIOLATION = '23P01'

/** The columns of a booking that a command locks. */
export const LOCKED_COLUMNS = [
  'id',
  'client_id',
  'professional_id',
  'status',
  'starts_at',
  'ends_at',
  'expires_at',
  'cancelled_by',
  'answered_at',
  'notice_hours',
  'time_zone',
  'estimated_hours',
  'zip_code',
  'series_id',
  'stage',
  'no_show',
  'held',
] as const

export type LockedBooking = {
  id: string
  client_id: string
  professional_id: string
  status: BookingStatus
  starts_at: Date
  ends_at: Date
  expires_at: Date
  cancelled_by: string | null
  answered_at: Date | null
  notice_hours: number
  time_zone: string
  estimated_hours: number
  zip_code: string
  series_id: string | null
  /** The latest stage; null: none was pressed. */
  stage: string | null
  /** The side that did not come, 'undecided', or null. */
  no_show: string | null
  /** The professional does not see it. rule: held-starts */
  held: string | null
}

/**
 * Locks a booking until the transaction ends, and before it the accounts of both sides. Undefined unless this person is
 * one of its sides. `accepts`: the caller goes on to accept the visit, which also takes the professional's lock.
 * `locksSeries`: the caller reads what all visits of the series share. All commands lock in this order: accounts,
 * professional, series, booking. Refuses 'account_suspended' as a call with this `whileSuspended` would, also if the
 * caller came by a letter's link or was suspended a moment ago; 'not_signed_in' once their account is deleted.
 * rule: booking-roles, account-deletion, suspension
 */
export async function lockOwnBooking(
  tx: Db,
  person: Side,
  id: string,
  {
    accepts = false,
    locksSeries = accepts,
    whileSuspended,
  }: { accepts?: boolean; locksSeries?: boolean; whileSuspended?: 'visits' | 'allowed' } = {},
): Promise<OwnBooking | undefined> {
  const locks = { accepts, locksSeries }
  const booking = await lockWithSides(tx, person, id, locks)
  if (booking) return booking
  const sides = await tx
    .selectFrom('bookings')
    .select(['client_id', 'professional_id'])
    .where('id', '=', id)
    .where(columnOfSide(person), '=', person.id)
    .where(isSeenBy(person))
    .executeTakeFirst()
  if (!sides) return undefined
  const people = await lockPeople(tx, sides.client_id, sides.professional_id)
  if (!people.has(person.id)) {
    const suspension = (await suspensionOf(tx, person.id)) ?? refuse('not_signed_in')
    refuseIfSuspended({ suspension }, { whileSuspended })
  }
  // Suspended, but this call is allowed to them.
  return lockWithSides(tx, person, id, { ...locks, needsActive: false })
}

/** A booking with the conversation of its sides. */
export type OwnBooking = LockedBooking & { conversation_id: string | null }

/**
 * The locks of `lockOwnBooking` in one statement, each step after the one before it. Undefined also if `needsActive`
 * and the person's account is suspended or deleted.
 */
async function lockWithSides(
  tx: Db,
  person: Side,
  id: string,
  {
    accepts,
    locksSeries,
    needsActive = true,
  }: { accepts: boolean; locksSeries: boolean; needsActive?: boolean },
): Promise<OwnBooking | undefined> {
  const isOwn = sql`bookings.id = ${id}::uuid
    and ${sql.ref(`bookings.${columnOfSide(person)}`)} = ${person.id}::uuid and ${isSeenBy(person)}`
  const columns = LOCKED_COLUMNS.map((column) => sql.ref(`bookings.${column}`))
  const { rows } = await sql<OwnBooking>`
    with sides as materialized (
      select client_id, professional_id, series_id from bookings where ${isOwn}
    ), people as materialized (
      ${lockPeopleInSql(sql`array[(select client_id from sides), (select professional_id from sides)]`)}
    ), may as materialized (
      select not ${needsActive}::boolean or exists (select from people where id = ${person.id}::uuid) as lock
      from (select count(*) from people) as people_locked
    ), acceptances as materialized (
      select ${acceptanceLockSql(sql.ref('professional_id'))} from sides, may where lock and ${accepts}::boolean
    ), series_locked as materialized (
      select id from series where ${locksSeries}::boolean and id = (
        select series_id from sides, may, (select count(*) from acceptances) as acceptances_locked where lock
      ) for update
    )
    select ${sql.join(columns)}, (
      select conversation_id from leads
      where leads.client_id = bookings.client_id and leads.professional_id = bookings.professional_id
    ) as conversation_id
    from bookings where ${isOwn} and (
      select lock from may, (select count(*) from acceptances) as acceptances_locked, (select count(*) from series_locked) as series_locked
    ) for update of bookings`.execute(tx)
  return rows[0]
}

/** Locks only the booking. The caller holds the locks that come before it. */
export async function lockBooking(
  tx: Db,
  person: Side,
  id: string,
): Promise<LockedBooking | undefined> {
  const row = await tx
    .selectFrom('bookings')
    .select(LOCKED_COLUMNS)
    .where('id', '=', id)
    .where(columnOfSide(person), '=', person.id)
    .where(isSeenBy(person))
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, status: row.status as BookingStatus }
}

/**
 * Locks a person's pending and accepted bookings that have not begun, each with the language of the other side. In the
 * order of the professionals, because cancelling locks their credits. rule: booking-moves
 */
export async function lockFutureBookings(
  tx: Db,
  person: Side,
  now: Date,
): Promise<(LockedBooking & { language: Language })[]> {
  const otherSide = person.role === 'client' ? 'professional_id' : 'client_id'
  const rows = await tx
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', `bookings.${otherSide}`)
    .select(LOCKED_COLUMNS.map((column) => `bookings.${column}` as const))
    .select('users.language')
    .where(columnOfSide(person), '=', person.id)
    .where(isSeenBy(person))
    .where('status', 'in', ['pending', 'accepted'])
    .where('starts_at', '>', now)
    .orderBy('bookings.professional_id')
    .orderBy('bookings.id')
    .forUpdate('bookings')
    .execute()
  return rows
    .filter(({ starts_at: startsAt, stage }) => !hasBegun({ startsAt, stage }, now))
    .map((row) => ({
      ...row,
      status: row.status as BookingStatus,
      language: row.language as Language,
    }))
}

function columnOfSide({ role }: { role: Role }) {
  return role === 'client' ? 'client_id' : 'professional_id'
}

/** A held booking exists for its client alone. rule: held-starts */
function isSeenBy({ role }: { role: Role }) {
  return sql<boolean>`(${role === 'client'}::boolean or bookings.held is null)`
}

type Written = Updateable<DB['bookings']> & {
  status: BookingStatus
  starts_at?: Date
  ends_at?: Date
}

/**
 * Writes the status of a locked booking and what changes with it. Calendars see a change of status or time as a new
 * version. A visit that moves begins again: what was pressed for its old time says nothing about the new one. One that
 * has ended has nothing open, and the timer of a professional who cancels it ends. rule: visit-calendar, visit-stages,
 * proposals, safety-timer
 */
export async function updateBooking(
  tx: Db,
  booking: Pick<LockedBooking, 'id' | 'status' | 'starts_at' | 'ends_at' | 'stage'>,
  values: Written,
): Promise<void> {
  const { id } = booking
  const isAnswered = values.status !== booking.status
  const isMoved = isOther(values.starts_at, booking.starts_at)
  const isNewVersion = isAnswered || isMoved || isOther(values.ends_at, booking.ends_at)
  const beginsAgain = isMoved && booking.stage !== null
  await tx
    .updateTable('bookings')
    .set({
      ...values,
      ...(isNewVersion ? { sequence: sql`sequence + 1` } : {}),
      ...(beginsAgain ? { stage: null, on_time: null, final_cents: null } : {}),
    })
    .where('id', '=', id)
    .execute()
  if (beginsAgain) {
    await tx.deleteFrom('booking_stages').where('booking_id', '=', id).execute()
    await tx.deleteFrom('booking_hours').where('booking_id', '=', id).execute()
  }
  if (isAnswered && ENDED.includes(values.status)) await closeWhatIsOpen(tx, id)
  if (booking.status === 'accepted' && values.cancelled_by === 'professional') {
    await endTimerOfCancelled(tx, id)
  }
}

const ENDED: readonly BookingStatus[] = ['declined', 'cancelled', 'completed']

const isOther = (next: Date | undefined, before: Date) => next !== undefined && +next !== +before

/** Nobody answers a proposal or a change of a booking that has ended. rule: proposals, visit-changes */
async function closeWhatIsOpen(tx: Db, bookingId: string): Promise<void> {
  const isOpen = { booking_id: bookingId, status: 'open' }
  for (const [table, status] of [
    ['booking_proposals', 'void'],
    ['booking_changes', 'expired'],
  ] as const) {
    await tx
      .updateTable(table)
      .set({ status })
      .where((is) => is.and(isOpen))
      .execute()
  }
}

/** Writes the status of a booking with its event and, if `notifies`, the job that tells the other side. */
export async function updateBookingWithEvent(
  tx: Db,
  booking: LockedBooking,
  values: Written,
  {
    notifies,
    ...about
  }: { kind: string; actorId: string; at: Date; data?: JsonObject; notifies: boolean },
): Promise<void> {
  await updateBooking(tx, booking, values)
  const event = { ...about, subjectId: booking.id }
  if (notifies) await recordAndNotify(tx, 'notify-booking', event)
  else await recordEvent(tx, event)
}

/** Whether the database refused two overlapping accepted bookings. rule: booking-conflict */
export function isOverlapViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === EXCLUSION_VIOLATION
}
