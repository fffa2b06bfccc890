import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { PRIVATE_PHOTOS_PATH } from '#contract/pictures.ts'
import type { HomePhoto } from '#contract/market/homes.ts'
import type { Db } from '#server/db/db.ts'
import type { Side } from '#server/http/calls/actor.ts'

/** SQL with the photos of a home by the time they were added, as a JSON list. `homeId` is an expression. */
export function homePhotosSql(homeId: RawBuilder<unknown>) {
  return sql<HomePhoto[]>`(
    select coalesce(jsonb_agg(jsonb_build_object(
      'file', file, 'url', ${sql.lit(PRIVATE_PHOTOS_PATH)} || file, 'room_id', room_id) order by created_at, file), '[]')
    from home_photos where home_id = ${homeId})`
}

export async function homePhotos(db: Db, homeId: string): Promise<HomePhoto[]> {
  const { rows } = await sql<{
    photos: HomePhoto[]
  }>`select ${homePhotosSql(sql`${homeId}::uuid`)} as photos`.execute(db)
  return rows[0]!.photos
}

/** The client's home with its number of photos and rooms. Undefined unless it is theirs. */
export async function homeForPhoto(db: Db, clientId: string, id: string) {
  return db
    .selectFrom('homes')
    .select([
      sql<number>`(select count(*)::int from home_photos where home_id = homes.id)`.as('photos'),
      sql<string[]>`array(select id from home_rooms where home_id = homes.id)`.as('rooms'),
    ])
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

export async function insertHomePhoto(
  tx: Db,
  photo: { file: string; home_id: string; room_id: string | null; created_at: Date },
): Promise<void> {
  await tx.insertInto('home_photos').values(photo).execute()
}

/** False if the home has no such photo. */
export async function deleteHomePhoto(tx: Db, homeId: string, file: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('home_photos')
    .where('home_id', '=', homeId)
    .where('file', '=', file)
    .returning('file')
    .executeTakeFirst()
  return deleted !== undefined
}

/** The files of a client's homes; with `homeId`, of that one. */
export async function photoFiles(tx: Db, clientId: string, homeId?: string): Promise<string[]> {
  const query = tx
    .selectFrom('home_photos')
    .innerJoin('homes', 'homes.id', 'home_photos.home_id')
    .select('file')
    .where('client_id', '=', clientId)
  const rows = await (homeId === undefined ? query : query.where('homes.id', '=', homeId)).execute()
  return rows.map(({ file }) => file)
}

/**
 * Whether this person may see a photo: its client, or the professional of a visit there that is accepted or took place
 * and ended after `endedAfter`. rule: home-photos
 */
export async function seesHomePhoto(
  db: Db,
  { id, role }: Side,
  file: string,
  endedAfter: Date,
): Promise<boolean> {
  const visible =
    role === 'client'
      ? sql<boolean>`homes.client_id = ${id}::uuid`
      : sql<boolean>`exists (
          select from bookings where bookings.home_id = homes.id and professional_id = ${id}::uuid
            and bookings.status in ('accepted', 'completed') and ends_at > ${endedAfter}::timestamptz)`
  const row = await db
    .selectFrom('home_photos')
    .innerJoin('homes', 'homes.id', 'home_photos.home_id')
    .select('file')
    .where('file', '=', file)
    .where(visible)
    .executeTakeFirst()
  return row !== undefined
}
