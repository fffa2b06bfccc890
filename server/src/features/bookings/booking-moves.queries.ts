import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import pg from 'pg'
import { hasBegun } from '#contract/booking-status.ts'
import type { BookingStatus } from '#contract/booking-status.ts'
import type { Language, Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/types.ts'
import { refuse } from '#server/http/refusal.ts'
import { refuseIfSuspended } from '#server/http/suspended.ts'
import type { Side } from '#server/http/actor.ts'
import { lockPeople, suspensionOf } from '../identity/lock-people.ts'
import { lockAcceptances } from '../time/lock-acceptances.ts'

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
 * rule: booking-private, deletion-waits, suspension
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
): Promise<LockedBooking | undefined> {
  const sides = await tx
    .selectFrom('bookings')
    .select(['client_id', 'professional_id', 'series_id'])
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
  if (accepts) await lockAcceptances(tx, sides.professional_id)
  if (locksSeries && sides.series_id !== null) {
    await tx
      .selectFrom('series')
      .select('id')
      .where('id', '=', sides.series_id)
      .forUpdate()
      .execute()
  }
  return lockBooking(tx, person, id)
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

/** Writes the status of a booking and what changes with it. */
export async function updateBooking(
  tx: Db,
  id: string,
  values: Updateable<DB['bookings']> & { status: BookingStatus },
): Promise<void> {
  await tx.updateTable('bookings').set(values).where('id', '=', id).execute()
}

/** Whether the database refused two overlapping accepted bookings. rule: booking-conflict */
export function isOverlapViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === EXCLUSION_VIOLATION
}
