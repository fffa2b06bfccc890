import { sql } from 'kysely'
import pg from 'pg'
import type { BookingStatus } from '#contract/booking-status.ts'
import type { Language, Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'

const EXCLUSION_VIOLATION = '23P01'

const HELD = [
  'id',
  'client_id',
  'professional_id',
  'status',
  'starts_at',
  'expires_at',
  'cancelled_by',
  'answered_at',
] as const

export type HeldBooking = {
  id: string
  client_id: string
  professional_id: string
  status: BookingStatus
  starts_at: Date
  expires_at: Date
  cancelled_by: string | null
  answered_at: Date | null
}

/** The booking, if it is one of this person's, held until the transaction ends. */
export async function holdBooking(
  tx: Db,
  person: { id: string; role: Role },
  id: string,
): Promise<HeldBooking | undefined> {
  const found = await tx
    .selectFrom('bookings')
    .select(HELD)
    .where('id', '=', id)
    .where(sideOf(person), '=', person.id)
    .forUpdate()
    .executeTakeFirst()
  return found && { ...found, status: found.status as BookingStatus }
}

/** What is asked for or agreed and still to come of this person, held until the transaction ends, with the other side's language. */
export async function comingOf(
  tx: Db,
  person: { id: string; role: Role },
  now: Date,
): Promise<(HeldBooking & { language: Language })[]> {
  const other = person.role === 'client' ? 'professional_id' : 'client_id'
  const found = await tx
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', `bookings.${other}`)
    .select(HELD.map((column) => `bookings.${column}` as const))
    .select('users.language')
    .where(sideOf(person), '=', person.id)
    .where('status', 'in', ['pending', 'accepted'])
    .where('starts_at', '>', now)
    .orderBy('bookings.id')
    .forUpdate('bookings')
    .execute()
  return found.map((row) => ({
    ...row,
    status: row.status as BookingStatus,
    language: row.language as Language,
  }))
}

function sideOf({ role }: { role: Role }) {
  return role === 'client' ? 'client_id' : 'professional_id'
}

/** One professional's acceptances come one after another: two at once would wait for each other under the exclusion constraint. */
export async function holdAccepting(tx: Db, professionalId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`accept ${professionalId}`}, 0))`.execute(
    tx,
  )
}

export async function writeMove(
  tx: Db,
  id: string,
  values: {
    status: BookingStatus
    reason: string | null
    cancelled_by: Role | null
    answered_at?: Date
  },
): Promise<void> {
  await tx.updateTable('bookings').set(values).where('id', '=', id).execute()
}

/** Whether the database refused to accept two overlapping bookings (decision 27). */
export function isOverlap(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === EXCLUSION_VIOLATION
}
