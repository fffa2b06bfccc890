import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { ClientBase } from 'pg'
import { placeKey } from './place-text.ts'

const TABLE = new URL('../../data/places.tsv.br', import.meta.url)

/**
 * Fills `cities` and `zips` from the table in the repository if the file has changed since the last load. It is one
 * statement, so it is atomic with or without a transaction. Places that are no longer in the file stay, because areas
 * may refer to them. Search writes the times again of professionals in a ZIP whose time zone changed.
 */
export async function loadPlaces(client: Pick<ClientBase, 'query'>): Promise<void> {
  if (await isLoaded(client)) return
  const { file, hash } = await readTable()
  const text = (await promisify(brotliDecompress)(file)).toString()
  const [cities = '', zips = ''] = text.split('\n\n')
  const city = columns(cities)
  const zip = columns(zips)
  await client.query(LOAD, [...city, city[1]!.map(placeKey), ...zip, hash])
}

/** Whether `cities` and `zips` hold the table of this version. */
async function isLoaded(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { hash } = await readTable()
  const loaded = await client.query('select 1 from places_version where hash = $1', [hash])
  return loaded.rows.length > 0
}

async function readTable() {
  const file = await readFile(TABLE)
  return { file, hash: createHash('sha256').update(file).digest('hex') }
}

function columns(text: string): string[][] {
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  return rows[0]!.map((_, index) => rows.map((row) => row[index]!))
}

const LOAD = `
  with city as (
    select * from unnest($1::int[], $2::text[], $3::text[], $4::int[], $5::real[], $6::real[], $7::text[], $8::text[])
      as t (id, name, state, population, latitude, longitude, time_zone, search_key)
  ), zip as (
    select * from unnest($9::text[], $10::int[], $11::int[], $12::real[], $13::real[], $14::text[])
      as t (zip, city_id, population, latitude, longitude, time_zone)
  ), written_cities as (
    insert into cities (id, name, state, population, latitude, longitude, time_zone, search_key)
    select id, name, state, population, latitude, longitude, time_zone, search_key from city
    on conflict (id) do update set name = excluded.name, state = excluded.state, population = excluded.population,
      latitude = excluded.latitude, longitude = excluded.longitude, time_zone = excluded.time_zone, search_key = excluded.search_key
  ), written_zips as (
    insert into zips (zip, place_id, city_id, city, state, latitude, longitude, population, time_zone)
    select zip.zip, zip.zip::int, zip.city_id, city.name, city.state, zip.latitude, zip.longitude, zip.population, zip.time_zone
    from zip join city on city.id = zip.city_id
    on conflict (zip) do update set city_id = excluded.city_id, city = excluded.city, state = excluded.state,
      latitude = excluded.latitude, longitude = excluded.longitude, population = excluded.population, time_zone = excluded.time_zone
  ), moved as (
    select before.zip, before.place_id, before.city_id from zips as before join zip on zip.zip = before.zip
    where zip.time_zone <> before.time_zone
  ), due as (
    insert into search_times_due (professional_id)
    select professional_id from professional_areas as area join moved on area.place_id in (moved.place_id, moved.city_id)
    union select professional_id from professional_times join moved on moved.zip = base_zip
  )
  insert into places_version (hash) values ($15)
  on conflict (only_row) do update set hash = excluded.hash, loaded_at = now()`
