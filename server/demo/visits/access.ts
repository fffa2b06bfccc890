import { sql } from 'kysely'
import { ACCESS_FIELDS } from '#contract/visits/access-rules.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { sealValue } from '#server/visits/access/seal-access.ts'
import type { DemoClient, DemoProfessional } from '../market/people.ts'

const VALUES = {
  door_code: '4711 and the hash key',
  key_place: 'In the lockbox beside the garage, 2580.',
  alarm: 'Panel in the hallway: 1199, within 30 seconds.',
  wifi: 'cat-on-the-sofa',
}
const LOOKS = 2

/**
 * The sealed access details of a client's house, and photos of its rooms. The professional opened them before the
 * last two visits there, and twice for the near one, whose access is open. rule: access-details, access-log,
 * home-photos
 */
export async function writeAccess(
  { vaultKeys }: Context,
  db: Db,
  client: DemoClient,
  professional: DemoProfessional,
  { near, photos, now }: { near: string; photos: readonly string[]; now: Date },
): Promise<void> {
  const house = await db
    .selectFrom('homes')
    .select(['id', 'created_at'])
    .where('client_id', '=', client.id)
    .where('kind', '=', 'house')
    .executeTakeFirstOrThrow()
  const at = { changed_at: house.created_at, used_at: house.created_at }
  await db
    .insertInto('home_access')
    .values({ home_id: house.id, ...at })
    .execute()
  await db
    .insertInto('access_values')
    .values(
      ACCESS_FIELDS.map((field) => ({
        home_id: house.id,
        field,
        ...sealValue(vaultKeys, { homeId: house.id, field }, VALUES[field]),
      })),
    )
    .execute()
  await sql`
    with look as (
      select * from (
        select id, starts_at - interval '6 minutes' as at from bookings
        where client_id = ${client.id}::uuid and professional_id = ${professional.id}::uuid and status = 'completed'
          and starts_at - interval '6 minutes' > ${house.created_at}::timestamptz
        order by starts_at desc limit ${LOOKS}
      ) as earlier
      union all
      select id, looked.at from bookings, lateral (values
        (greatest(starts_at - interval '24 hours', ${now}::timestamptz - interval '2 hours')), (${now}::timestamptz)
      ) as looked (at)
      where id = ${near}::uuid
    )
    insert into access_views (home_id, booking_id, professional_id, version, fields, at, opens_at, closes_at)
    select ${house.id}::uuid, id, professional_id, 1, ${Object.keys(VALUES)}::text[], at,
      starts_at - interval '24 hours', ends_at + interval '2 hours'
    from look join bookings using (id) order by at`.execute(db)
  await db
    .updateTable('home_access')
    .set({ used_at: now })
    .where('home_id', '=', house.id)
    .execute()
  await sql`
    insert into home_photos (file, home_id, room_id, created_at)
    select file, ${house.id}::uuid, home_rooms.id, ${house.created_at}::timestamptz + photo.position * interval '1 minute'
    from unnest(${photos}::text[]) with ordinality as photo (file, position)
      join home_rooms on home_rooms.home_id = ${house.id}::uuid and home_rooms.position = photo.position - 1`.execute(
    db,
  )
}
