import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Point } from '#server/places/distance.ts'

type ServedZip = Point & { zip: string; city: string; state: string }

/** The position of the known ZIP whose number is nearest to an unknown ZIP with the same first three digits. */
export async function pointOfRegion(db: Db, zip: string): Promise<Point | undefined> {
  const result = await sql<Point>`
    select latitude, longitude from zips
    where zip >= ${`${zip.slice(0, 3)}00`} and zip <= ${`${zip.slice(0, 3)}99`}
    order by abs(place_id - ${Number(zip)}::integer) limit 1`.execute(db)
  return result.rows[0]
}

/**
 * The closest served ZIPs, at most `degrees` north, south, east or west of a point. ZIPs are checked in the order of
 * their distance, so the query ends with the last one that is needed.
 */
export async function closestServed(
  db: Db,
  { latitude, longitude }: Point,
  degrees: number,
  limit: number,
): Promise<ServedZip[]> {
  const result = await sql<ServedZip>`
    select zip, city, state, latitude, longitude from (
      select * from zips
      where abs(latitude - ${latitude}) <= ${degrees} and abs(longitude - ${longitude}) <= ${degrees}
      order by (latitude - ${latitude}) ^ 2 + ((longitude - ${longitude}) * cosd(${latitude})) ^ 2, zip
      offset 0
    ) as near
    where coalesce(
      (select true from search_entries where place_id = near.place_id limit 1),
      (select true from search_entries where place_id = near.city_id limit 1), false)
    limit ${limit}`.execute(db)
  return result.rows
}
