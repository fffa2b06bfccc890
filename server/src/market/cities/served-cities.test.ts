// rule: city-pages
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfessional } from '#server/test/builders/build.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { refreshSearchEntries } from '#server/people/listing/search-entries.ts'
import { countCities } from './count-cities.ts'

let now = new Date('2026-11-20T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

const read = async () => (await visitor(server).get('/api/served-cities')).body

test('cities are counted by their listed professionals, each once, whether they chose the city or ZIP codes of it', async () => {
  expect(await read()).toEqual({ cities: [], total_professionals: 0 })
  await buildProfessional(server, { areas: ['Austin, TX', '33130'] })
  await buildProfessional(server, { areas: ['78701', '78702'] })
  await buildProfessional(server, { areas: ['Miami, FL'], active: false })
  await countCities(server.context)
  now = new Date('2026-11-20T12:01:01Z')
  const { cities, total_professionals } = await read()
  expect(total_professionals).toBe(2)
  expect(cities).toEqual([
    { city: 'Austin', state: 'TX', slug: 'austin', zip: '78745', professionals: 2 },
    { city: 'Miami', state: 'FL', slug: 'miami', zip: '33157', professionals: 1 },
  ])
})

test('counts are read at most once a minute', async () => {
  await buildProfessional(server, { areas: ['Denver, CO'] })
  await countCities(server.context)
  expect((await read()).total_professionals).toBe(2)
  now = new Date('2026-11-20T12:02:02Z')
  expect((await read()).total_professionals).toBe(3)
})

test('whatever changes a city leaves a mark, so figures equal a count of everything', async () => {
  const { id } = await buildProfessional(server, { areas: ['78704', 'Boston, MA'] })
  const gone = await buildProfessional(server, { areas: ['Reno, NV'] })
  await countCities(server.context)
  await server.db
    .updateTable('professionals')
    .set({ hourly_rate_cents: 2100, rating_sum: 9, total_reviews: 2 })
    .where('user_id', '=', id)
    .execute()
  await server.db.deleteFrom('subscriptions').where('professional_id', '=', gone.id).execute()
  await refreshSearchEntries(server.db, [id, gone.id])
  await countCities(server.context)
  const { rows } = await sql`
    select city_id, count(*)::integer as professionals, min(hourly_rate_cents) as lowest_rate_cents,
      sum(rating_sum)::text as rating_sum, sum(total_reviews)::text as total_reviews
    from (
      select distinct coalesce(city_id, place_id) as city_id, professional_id
      from search_entries left join zips using (place_id)
    ) as serving join professionals on user_id = professional_id group by 1 order by 1`.execute(
    server.db,
  )
  const figures = await server.db
    .selectFrom('city_figures')
    .selectAll()
    .orderBy('city_id')
    .execute()
  expect(figures).toEqual(rows)
  expect(figures).toContainEqual(expect.objectContaining({ lowest_rate_cents: 2100 }))
  expect(await server.db.selectFrom('city_figures_due').selectAll().execute()).toEqual([])
})
