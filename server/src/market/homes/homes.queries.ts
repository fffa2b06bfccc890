import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { HomeFields, HomeRoom } from '#contract/market/homes.ts'
import type { ServiceType } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { notBegunSql } from '#server/calendar/free/visit-coming.ts'
import { homePhotosSql } from './home-photos.queries.ts'

/** The most times that are read for each service at a home. The estimate counts fewer. */
const TIMES_MAX = 6

/**
 * The minutes of labour of settled visits at the home `home`, as JSON by service, the newest first. No visit that
 * repairs another one, and none that was completed without 'finished'. rule: estimate
 */
const labourTimesSql = (home: RawBuilder<unknown>) => sql<Partial<Record<ServiceType, number[]>>>`(
  select coalesce(jsonb_object_agg(service_type, times), '{}') from (
    select service_type, jsonb_agg(minutes order by starts_at desc) as times from (
      select service_type, starts_at, row_number() over (partition by service_type order by starts_at desc) as place,
        greatest(0, actual_minutes - (
          select coalesce(sum((line ->> 'minutes')::int), 0) from jsonb_array_elements(lines) as line
          where line ->> 'kind' = 'extra')) as minutes
      from bookings join booking_hours on booking_id = bookings.id
      where home_id = ${home} and settled_at is not null and actual_minutes is not null and no_show is null
        and reclean_of is null
    ) as settled
    where place <= ${sql.lit(TIMES_MAX)} group by service_type
  ) as of_service)`

/** The labour times of one home, which the caller may know. rule: estimate */
export async function labourTimes(
  db: Db,
  homeId: string,
): Promise<Partial<Record<ServiceType, number[]>>> {
  const { rows } = await sql<{ times: Partial<Record<ServiceType, number[]>> }>`
    select ${labourTimesSql(sql`${homeId}::uuid`)} as times`.execute(db)
  return rows[0]!.times
}

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
      labourTimesSql(sql`homes.id`).as('labour_times'),
      sql<{ fields: string[]; changed_at: string | null }>`(
        select jsonb_build_object(
          'fields', (select coalesce(jsonb_agg(field), '[]') from access_values where home_id = homes.id),
          'changed_at', (select changed_at from home_access where home_id = homes.id)))`.as(
        'access',
      ),
      sql<number>`(
        select count(*)::int from bookings
        where home_id = homes.id and status in ('pending', 'accepted') and ${notBegunSql(now)})`.as(
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

/** Deletes a home, and the saved answer to the request that saved it. Returns false if the client has no such home. */
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
