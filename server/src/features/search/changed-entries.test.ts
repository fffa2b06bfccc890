// rule: search-cached-answers
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfessional } from '#server/test/build.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { applyChanges } from './changed-entries.ts'
import { readPlace, readPlaceChanges } from './place-entries.queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('an entry that follows a change has in each column what it would have if it was read anew', async () => {
  const { pool, places } = server.context
  const { placeId, cityPlaceId } = places.zipOf('78701')!
  const ids: string[] = []
  for (let count = 0; count < 5; count++) {
    ids.push((await buildProfessional(server, { areas: ['78701', 'Reno, NV'] })).id)
  }
  const [entries, city] = [await readPlace(pool, placeId), await readPlace(pool, cityPlaceId)]
  for (const [index, id] of [ids[3]!, ids[1]!, ids[3]!].entries()) {
    await sql`update search_entries set
      rate_cents = 70000 + ${index}::integer, services = 5, frequencies = 3, rating = 20001, rating_key = 4100000,
      years_key = 105, created_at = '2024-02-29T12:34:56.789Z', languages = 6, traits = 9,
      service_rates = array[70001, 70002, 70003, 70004, 70005], service_minimums = array[1, 2, 3, 4, 5]::smallint[],
      stated = true, instant = true, zone = 4, notice_hours = 7, horizon_days = 80, lengths = 12, first_day = 20001,
      plan_1 = -2, plan_2 = 4294967295, plan_3 = 4294967296, plan_4 = 9007199254740993, plan_5 = 5, plan_6 = 6, plan_7 = -7
      where professional_id = ${id}::uuid and place_id = ${placeId}`.execute(server.db)
  }
  const asked = [
    { id: cityPlaceId, changes: city.changes },
    { id: placeId, changes: entries.changes },
  ]
  const [ofCity, ofZip] = await readPlaceChanges(pool, asked)
  expect(applyChanges(city, ofCity!)).toEqual(new Set())
  const idOf = (id: string) => id.replaceAll('-', '')
  expect(applyChanges(entries, ofZip!)).toEqual(new Set([idOf(ids[1]!), idOf(ids[3]!)]))
  expect(entries).toEqual(await readPlace(pool, placeId))
  expect(city).toEqual(await readPlace(pool, cityPlaceId))
})
