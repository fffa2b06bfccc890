// rule: place-data
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#server/test/database.ts'
import type { TestDatabase } from '#server/test/database.ts'
import { loadPlaces } from './load-places.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

async function number(query: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`select (${sql.raw(query)})::int as number`.execute(
    database.db,
  )
  return rows[0]!.number
}

async function load(): Promise<void> {
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    await loadPlaces(client)
  } finally {
    await client.end()
  }
}

test('at least 41,000 ZIPs are known, Puerto Rico among them', async () => {
  expect(await number('select count(*) from zips')).toBeGreaterThanOrEqual(41_000)
  expect(await number(`select count(*) from zips where state = 'PR'`)).toBeGreaterThan(150)
  expect(await number('select count(distinct state) from zips')).toBe(56)
})

test('every ZIP has a city, a state, a position in the United States and an existing time zone', async () => {
  const wrong = `select count(*) from zips join cities on cities.id = city_id where zips.city <> name or zips.state <> cities.state
    or name = '' or zips.latitude not between -15 and 72 or zips.longitude not between -180 and 180
    or zips.time_zone not in (select name from pg_timezone_names)`
  expect(await number(wrong)).toBe(0)
})

test('the populations of the ZIPs add up to that of the United States', async () => {
  expect(await number('select sum(population) / 1000000 from zips')).toBeGreaterThan(320)
  expect(
    await number(
      'select count(*) from cities where population <> (select sum(population) from zips where city_id = id)',
    ),
  ).toBe(0)
})

test('a second load changes nothing, and a changed table is loaded completely', async () => {
  const versions = 'select xmin::text::bigint from places_version'
  const before = await number(versions)
  await load()
  expect(await number(versions)).toBe(before)

  await sql`update places_version set hash = 'older'`.execute(database.db)
  await sql`update zips set population = 0, time_zone = 'UTC' where zip = '78745'`.execute(
    database.db,
  )
  await sql`delete from zips where zip = '78701'`.execute(database.db)
  await load()
  expect(await number(`select count(*) from zips where zip = '78701'`)).toBe(1)
  expect(
    await number(
      `select count(*) from zips where time_zone = 'UTC' or (zip = '78745' and population = 0)`,
    ),
  ).toBe(0)

  const loaded = await number(versions)
  await load()
  expect(await number(versions)).toBe(loaded)
})
