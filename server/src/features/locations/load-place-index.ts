import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { Places } from './locations.ts'
import type { City, Zip } from './locations.ts'

/** Reads every ZIP and city into memory, once at the start (about 20 MB). */
export async function loadPlaceIndex<Tables>(db: Kysely<Tables>): Promise<Places> {
  const zips = await sql<Zip>`
    select zip, city, state, latitude, longitude, time_zone as "timeZone", place_id as "placeId", city_id as "cityPlaceId"
    from zips order by population desc, zip`.execute(db)
  const cities = await sql<City>`
    select id as "placeId", name, state, search_key as key, population
    from cities where exists (select from zips where city_id = cities.id)
    order by population desc, id`.execute(db)
  return new Places(zips.rows, cities.rows)
}
