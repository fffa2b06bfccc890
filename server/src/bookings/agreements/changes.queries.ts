import { sql } from 'kysely'
import type { VisitChange } from '#contract/bookings/agreements.ts'
import type { PriceLine } from '#contract/bookings/booking-price.ts'
import type { Supplies } from '#contract/market/offer-rules.ts'
import type { Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { blockedSql } from '#server/people/person/blocked-pair.ts'
import { LINES_SQL } from '#server/market/offer/booking-lines.ts'

const COLUMNS = ['id', 'by', 'estimated_hours', 'supplies', 'lines', 'status'] as const

export type ChangeRow = {
  id: string
  by: Role
  estimated_hours: number
  supplies: Supplies
  lines: PriceLine[]
  status: VisitChange['status']
}

/** The visit and its price now, whether its sides may write to each other, and its changes so far. */
export async function changeableVisit(db: Db, id: string) {
  const { rows } = await sql<{
    stage: string | null
    estimated_hours: number
    minimum_hours: number
    supplies: Supplies
    lines: PriceLine[]
    blocked: boolean
    by_client: number
    by_professional: number
    has_open: boolean
  }>`
    select stage, estimated_hours, minimum_hours, supplies, ${LINES_SQL} as lines,
      ${blockedSql(sql.ref('bookings.client_id'), sql.ref('bookings.professional_id'))} as blocked,
      (select count(*)::int from booking_changes where booking_id = bookings.id and by = 'client') as by_client,
      (select count(*)::int from booking_changes where booking_id = bookings.id and by = 'professional') as by_professional,
      exists (select from booking_changes where booking_id = bookings.id and booking_changes.status = 'open') as has_open
    from bookings where id = ${id}::uuid`.execute(db)
  return rows[0]!
}

export async function insertChange(
  tx: Db,
  change: Pick<ChangeRow, 'by' | 'estimated_hours' | 'supplies' | 'lines'> & {
    booking_id: string
    created_at: Date
  },
): Promise<ChangeRow> {
  const row = await tx
    .insertInto('booking_changes')
    .values({ ...change, lines: JSON.stringify(change.lines) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return row as unknown as ChangeRow
}

/** Finds a change of a visit, or the newest one. */
export async function findChange(
  db: Db,
  bookingId: string,
  changeId?: string,
): Promise<ChangeRow | undefined> {
  const row = await db
    .selectFrom('booking_changes')
    .select(COLUMNS)
    .where('booking_id', '=', bookingId)
    .$if(changeId !== undefined, (query) => query.where('id', '=', changeId!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as unknown as ChangeRow | undefined
}

export async function closeChange(
  tx: Db,
  id: string,
  status: 'accepted' | 'declined' | 'withdrawn',
  at: Date,
): Promise<void> {
  await tx
    .updateTable('booking_changes')
    .set({ status, answered_at: at })
    .where('id', '=', id)
    .execute()
}

/**
 * Ends the open change of a visit that is finished. The caller has locked the booking. A move that ends a booking ends
 * it too (`updateBooking`). rule: visit-changes
 */
export async function expireOpenChange(tx: Db, bookingId: string): Promise<void> {
  await tx
    .updateTable('booking_changes')
    .set({ status: 'expired' })
    .where('booking_id', '=', bookingId)
    .where('status', '=', 'open')
    .execute()
}

/** A proposed time keeps its start, and ends by the new length of the visit. */
export async function stretchOpenProposal(tx: Db, bookingId: string, hours: number): Promise<void> {
  await sql`update booking_proposals set ends_at = starts_at + make_interval(hours => ${hours}::integer)
    where booking_id = ${bookingId}::uuid and status = 'open'`.execute(tx)
}

/** Whether a change can still be answered. A notice of it is no longer correct otherwise. */
export async function isChangeOpen(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('booking_changes')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.status === 'open'
}
