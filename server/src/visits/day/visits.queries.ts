import { sql } from 'kysely'
import { STAGES } from '#contract/visits/visit-rules.ts'
import type { Stage } from '#contract/visits/visit-rules.ts'
import type { Db } from '#server/db/db.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { writePunctuality } from '#server/bookings/moves/outcome.ts'

export type VisitRow = NonNullable<Awaited<ReturnType<typeof visitRow>>>
export type StageRow = Awaited<ReturnType<typeof stagesOfVisit>>[number]

/** Undefined unless this person is one of the sides of the booking. rule: booking-roles */
export async function visitRow(db: Db, { id, role }: Side, bookingId: string) {
  return db
    .selectFrom('bookings')
    .innerJoin('users as client', 'client.id', 'bookings.client_id')
    .innerJoin('professionals', 'professionals.user_id', 'bookings.professional_id')
    .leftJoin('leads', (join) =>
      join
        .onRef('leads.professional_id', '=', 'bookings.professional_id')
        .onRef('leads.client_id', '=', 'bookings.client_id'),
    )
    .select([
      'bookings.id',
      'bookings.client_id',
      'bookings.professional_id',
      'bookings.series_id',
      'bookings.status',
      'bookings.no_show',
      'bookings.starts_at',
      'bookings.ends_at',
      'bookings.time_zone',
      'bookings.service_type',
      'bookings.reclean_of',
      'bookings.estimated_hours',
      'bookings.total_cents',
      'bookings.address',
      'bookings.city',
      'bookings.state',
      'bookings.zip_code',
      'bookings.home_id',
      'bookings.home_facts',
      'bookings.home_rooms',
      'bookings.home_parking',
      'client.first_name',
      'client.last_name',
      'client.phone',
      'professionals.full_name',
    ])
    .select(sql<boolean>`leads.opened_at is null`.as('locked'))
    .where('bookings.id', '=', bookingId)
    .where(role === 'client' ? 'bookings.client_id' : 'bookings.professional_id', '=', id)
    .where(sql<boolean>`(${role === 'client'}::boolean or bookings.held is null)`)
    .executeTakeFirst()
}

export async function stagesOfVisit(db: Db, bookingId: string) {
  const rows = await db
    .selectFrom('booking_stages')
    .select(['stage', 'at', 'received_at', 'note', 'eta_minutes', 'is_eta_changed', 'eta_before'])
    .where('booking_id', '=', bookingId)
    .execute()
  return rows.map((row) => ({ ...row, stage: row.stage as Stage }))
}

export type LatestStage = {
  stage: Stage
  at: Date
  received_at: Date
  event_id: string
}

/** The latest stage of a locked booking. */
export async function latestStage(tx: Db, bookingId: string): Promise<LatestStage | undefined> {
  const row = await tx
    .selectFrom('booking_stages')
    .select(['stage', 'at', 'received_at', 'event_id'])
    .where('booking_id', '=', bookingId)
    .orderBy(sql`array_position(${sql.val([...STAGES])}::text[], stage)`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, stage: row.stage as Stage }
}

/**
 * The booking repeats its latest stage, for lists and for jobs, and whether the professional came in time. Moved and
 * deleted visits lose both (`updateBooking`, delete-stages.ts).
 */
export async function setLatestStage(
  tx: Db,
  bookingId: string,
  stage: Stage | null,
): Promise<void> {
  await tx.updateTable('bookings').set({ stage }).where('id', '=', bookingId).execute()
  await writePunctuality(tx, bookingId)
}

/** When a completed booking became so. Without its event: at its end. */
export async function completedAt(tx: Db, bookingId: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select coalesce(max(events.at), ends_at) as at
    from bookings left join events on subject_id = bookings.id and kind = 'booking.completed'
    where bookings.id = ${bookingId}::uuid group by bookings.id`.execute(tx)
  return rows[0]!.at
}

/**
 * Whether the client's account of a locked booking is deleted. The deletion writes to the booking before it erases what
 * hangs on it, so the lock of the booking decides between the two. rule: account-deletion
 */
export async function isClientDeleted(tx: Db, clientId: string): Promise<boolean> {
  const { deleted_at } = await tx
    .selectFrom('users')
    .select('deleted_at')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
  return deleted_at !== null
}

/** Whether the client answered the hours of a visit, or a side recorded a payment. rule: visit-stages */
export async function isUndoBlocked(tx: Db, bookingId: string): Promise<boolean> {
  const { rows } = await sql`
    select from bookings where id = ${bookingId}::uuid and (
      exists (select from booking_hours where booking_id = bookings.id and answer is not null)
      or exists (select from receipts where booking_id = bookings.id and num_nonnulls(client_method, professional_method) > 0))`.execute(
    tx,
  )
  return rows.length > 0
}
