// rule: none, place data
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfessional } from '#server/test/builders/build.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { loadPlaces } from './load-places.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function number(query: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`select (${sql.raw(query)})::int as number`.execute(
    server.db,
  )
  return rows[0]!.number
}

async function load(): Promise<void> {
  const client = new pg.Client(server.url)
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

  await sql`update places_version set hash = 'older'`.execute(server.db)
  await sql`update zips set population = 0, time_zone = 'UTC' where zip = '78745'`.execute(
    server.db,
  )
  await sql`delete from zips where zip = '78701'`.execute(server.db)
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

// rule: place-time-zone, search-by-time
test('a corrected time zone is loaded, and search writes the times again of those who plan by it, and of no others', async () => {
  const inPage = await buildProfessional(server, { areas: ['86040'] })
  const ofPage = await buildProfessional(server, { areas: ['Page, AZ'] })
  const basedInPage = await buildProfessional(server, { areas: ['86001'] })
  await server.db
    .insertInto('professional_times')
    .values({ professional_id: basedInPage.id, base_zip: '86040' })
    .execute()
  await buildProfessional(server, { areas: ['86001'] })
  await server.db.deleteFrom('search_times_due').execute()
  await sql`update places_version set hash = 'older'`.execute(server.db)
  await sql`update zips set time_zone = 'America/Denver' where zip = '86040'`.execute(server.db)
  await load()
  expect(
    await number(`select count(*) from zips where time_zone = 'America/Phoenix' and zip = '86040'`),
  ).toBe(1)
  const due = await server.db.selectFrom('search_times_due').select('professional_id').execute()
  expect(due.map(({ professional_id }) => professional_id).toSorted()).toEqual(
    [inPage.id, ofPage.id, basedInPage.id].toSorted(),
  )
})
