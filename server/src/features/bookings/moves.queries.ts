import { sql } from 'kysely'
import pg from 'pg'
import type { BookingStatus } from '#contract/booking-status.ts'
import type { Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'

const EXCLUSION_VIOLATION = '23P01'

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
    .select([
      'id',
      'client_id',
      'professional_id',
      'status',
      'starts_at',
      'expires_at',
      'cancelled_by',
      'answered_at',
    ])
    .where('id', '=', id)
    .where(person.role === 'client' ? 'client_id' : 'professional_id', '=', person.id)
    .forUpdate()
    .executeTakeFirst()
  return found && { ...found, status: found.status as BookingStatus }
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
