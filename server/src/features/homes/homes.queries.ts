import { sql } from 'kysely'
import type { HomeFields, HomeRoom } from '#contract/homes.ts'
import type { Db } from '#server/db/db.ts'
import { homePhotosSql } from './home-photos.queries.ts'

/** A client's homes by the time they were saved; with `id`, only that one. */
export async function homeRows(db: Db, clientId: string, now: Date, id?: string) {
  const query = db
    .selectFrom('homes')
    .select([
      'id',
      'version',
      'label',
      'address',
      'city',
      'state',
      'zip_code',
      'kind',
      'bedrooms',
      'bathrooms',
      'square_feet',
      'floors',
      'pets',
      'parking',
      'supplies_at_home',
    ])
    .select([
      sql<HomeRoom[]>`(
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', home_rooms.id, 'kind', home_rooms.kind, 'name', name, 'important', important,
          'do_not_enter', do_not_enter, 'note', note) order by position), '[]')
        from home_rooms where home_id = homes.id)`.as('rooms'),
      homePhotosSql(sql`homes.id`).as('photos'),
      sql<{ fields: string[]; changed_at: string | null }>`(
        select jsonb_build_object(
          'fields', (select coalesce(jsonb_agg(field), '[]') from access_values where home_id = homes.id),
          'changed_at', (select changed_at from home_access where home_id = homes.id)))`.as(
        'access',
      ),
      sql<number>`(
        select count(*)::int from bookings
        where home_id = homes.id and status in ('pending', 'accepted') and starts_at > ${now}::timestamptz)`.as(
        'coming_bookings',
      ),
    ])
    .where('client_id', '=', clientId)
    .orderBy('created_at')
    .orderBy('id')
  return (id === undefined ? query : query.where('id', '=', id)).execute()
}

export async function countHomes(tx: Db, clientId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('homes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return count
}

/** The version of a home, which stays locked. Undefined unless it is the client's. */
export async function lockHome(tx: Db, clientId: string, id: string) {
  return tx
    .selectFrom('homes')
    .select('version')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

type HomeValues = Omit<HomeFields, 'rooms'>

export async function insertHome(tx: Db, clientId: string, home: HomeValues, now: Date) {
  const { id } = await tx
    .insertInto('homes')
    .values({ ...home, client_id: clientId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateHome(tx: Db, id: string, version: number, home: HomeValues) {
  await tx
    .updateTable('homes')
    .set({ ...home, version })
    .where('id', '=', id)
    .execute()
}

/** Replaces the rooms of a home. A room whose id the home has keeps it; the others get new ones. */
export async function writeRooms(
  tx: Db,
  homeId: string,
  rooms: HomeFields['rooms'],
): Promise<void> {
  const earlier = await tx
    .deleteFrom('home_rooms')
    .where('home_id', '=', homeId)
    .returning('id')
    .execute()
  const known = new Set(earlier.map(({ id }) => id))
  await tx
    .insertInto('home_rooms')
    .values(
      rooms.map(({ id, ...room }, position) => ({
        ...room,
        ...(id !== undefined && known.has(id) ? { id } : {}),
        home_id: homeId,
        position,
      })),
    )
    .execute()
  await sql`update home_photos set room_id = null
    where home_id = ${homeId}::uuid and room_id not in (select id from home_rooms where home_id = ${homeId}::uuid)`.execute(
    tx,
  )
}

/** With it goes what was answered to the request that saved it. */
export async function deleteHomeRow(tx: Db, clientId: string, id: string): Promise<boolean> {
  await sql`delete from idempotency_keys
    where user_id = ${clientId}::uuid and ${id} in (answer #>> '{saved,id}', answer ->> 'id')`.execute(
    tx,
  )
  const deleted = await tx
    .deleteFrom('homes')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}
