import { sql } from 'kysely'
import type { Moment } from '#contract/visits/checklist-rules.ts'
import type { Db } from '#server/db/db.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { WORK_SHOWN_SQL } from './work-shown.ts'

export type NewPhoto = {
  file: string
  booking_id: string
  moment: Moment
  item_id: string | null
  at: Date
  created_at: Date
}

export async function countPhotos(tx: Db, bookingId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('visit_photos')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertPhoto(tx: Db, photo: NewPhoto): Promise<void> {
  await tx.insertInto('visit_photos').values(photo).execute()
}

/** Locks the pairs of a visit that name a photo. Withdrawn ones name none. */
export async function lockPairsOf(
  tx: Db,
  bookingId: string,
  file: string,
): Promise<{ id: string; state: string }[]> {
  return tx
    .selectFrom('photo_pairs')
    .select(['id', 'state'])
    .where(({ or, eb }) => or([eb('before_file', '=', file), eb('after_file', '=', file)]))
    .where('booking_id', '=', bookingId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** False if the visit has no such photo. */
export async function deletePhoto(tx: Db, bookingId: string, file: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('visit_photos')
    .where('file', '=', file)
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Whether a person may see a photo of a visit: its professional, and the client once the visit is finished. One that
 * the client was asked for stays visible when 'finished' is taken back. rule: visit-photos, visit-stages
 */
export async function maySeeVisitPhoto(db: Db, { id, role }: Side, file: string): Promise<boolean> {
  const isSide =
    role === 'professional'
      ? sql`professional_id = ${id}::uuid`
      : sql`client_id = ${id}::uuid and (${sql.raw(WORK_SHOWN_SQL)} or exists (
          select from photo_pairs as pair where pair.booking_id = bookings.id and file in (before_file, after_file)))`
  const { rows } = await sql`
    select from visit_photos join bookings on bookings.id = booking_id where file = ${file} and ${isSide}`.execute(
    db,
  )
  return rows.length > 0
}
