// rule: search-cached-answers
import fc from 'fast-check'
import type { UpdateObject } from 'kysely'
import pg from 'pg'
import type { QueryConfig } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FREQUENCIES, SERVICE_TYPES, SORTS } from '#contract/product.ts'
import type { Queries } from '#server/db/replicas.ts'
import type { DB } from '#server/db/types.ts'
import { SearchFilters } from '#contract/search.ts'
import { buildProfessional } from '#server/test/build.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { CachedPlaces } from './cached-places.ts'
import { readCards } from './cards.queries.ts'
import { readPlaceChanges } from './place-entries.queries.ts'
import { timedVersionOf, versionOf } from './place-versions.queries.ts'
import { refreshSearchEntries } from './search-entries.ts'
import { compactPlaceChanges, findPage } from './search.queries.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const AREAS = ['78701', '78702', 'Austin, TX', '77002', 'Houston, TX']
const SEARCHES = 150

let server: TestServer
const ids: string[] = []
beforeAll(async () => {
  server = await testServer({}, { now: () => new Date(NOW) })
  const facts = fc.record({
    areas: fc.subarray(AREAS, { minLength: 1 }),
    hourly_rate_cents: fc.integer({ min: 2500, max: 3000 }),
    services: fc.subarray([...SERVICE_TYPES], { minLength: 1 }),
    frequencies: fc.subarray([...FREQUENCIES], { minLength: 1 }),
    years_experience: fc.constantFrom('1', '5+'),
    stars: fc.array(fc.integer({ min: 3, max: 5 }), { maxLength: 4 }),
  })
  for (const { stars, ...fact } of fc.sample(facts, { numRuns: 80, seed: 5 })) {
    const rating_sum = stars.reduce((sum, star) => sum + star, 0)
    const { id } = await buildProfessional(server, {
      ...fact,
      rating_sum,
      total_reviews: stars.length,
    })
    ids.push(id)
  }
})
afterAll(() => server.close())

const query = fc.record(
  {
    zip_code: fc.constantFrom('78701', '78702', '78703', '77002'),
    sort_by: fc.constantFrom(...SORTS),
    page: fc.constantFrom('1', '1', '2', '3', '9'),
    page_size: fc.constantFrom('3', '20', '50'),
    service_type: fc.constantFrom(...SERVICE_TYPES),
    cleaning_frequency: fc.constantFrom(...FREQUENCIES),
    max_rate: fc.constantFrom('26', '27.5', '29.99'),
    min_rating: fc.constantFrom('4', '4.5'),
    instant: fc.constant('true'),
    speaks: fc.constantFrom('en', 'pt'),
    pets_ok: fc.constant('true'),
  },
  { requiredKeys: ['zip_code', 'sort_by', 'page', 'page_size'] },
)

test('a search finds the same in memory as in the database, and nothing old, while professionals change', async () => {
  const { pool, places } = server.context
  const cached = new CachedPlaces(server.context.log)
  let inMemory = 0
  let afterChange = 0
  const step = fc.record({
    asked: query,
    change: fc.option(fc.record({ who: fc.nat(79), rate: fc.integer({ min: 2500, max: 3000 }) }), {
      freq: 3,
    }),
    isCompacted: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(step, async ({ asked, change, isCompacted }) => {
      const filters = SearchFilters.parse(asked)
      const zip = places.zipOf(asked.zip_code)!
      const stored = async () => findPage(pool, zip, filters, NOW)
      const { version } = await stored()
      await cached.noteMiss(pool, zip, version)
      await cached.noteMiss(pool, zip, version)
      if (isCompacted) await compactPlaceChanges(pool, 2)
      if (change) await changeRate(ids[change.who]!, change.rate)
      const found = await cached.find(pool, zip, filters, NOW)
      if (!found) return
      expect(found).toEqual(await stored())
      inMemory++
      if (change) afterChange++
    }),
    { numRuns: SEARCHES, seed: 4 },
  )
  expect(inMemory).toBeGreaterThan(SEARCHES * 0.8)
  expect(afterChange).toBeGreaterThan(SEARCHES / 5)
})

test('entries in memory follow changed profiles and ratings, and are given up when somebody comes or goes', async () => {
  const { pool, places } = server.context
  const cached = new CachedPlaces(server.context.log)
  const zip = places.zipOf('78701')!
  const filters = SearchFilters.parse({ zip_code: '78701', page_size: '50' })
  const findInMemory = async () => cached.find(pool, zip, filters, NOW)
  const load = async () => {
    const { version } = await findPage(pool, zip, filters, NOW)
    await cached.noteMiss(pool, zip, version)
    await cached.noteMiss(pool, zip, version)
  }
  const change = async (fields: UpdateObject<DB, 'professionals'>) => {
    await server.db
      .updateTable('professionals')
      .set(fields)
      .where('user_id', '=', professional.id)
      .execute()
    await refreshSearchEntries(server.db, [professional.id])
  }
  const professional = await buildProfessional(server, { areas: ['78701'] })
  await load()
  await change({ bio: 'Changed.' })
  expect(await findInMemory()).toEqual(await findPage(pool, zip, filters, NOW))
  await change({ rating_sum: 500, total_reviews: 100 })
  const found = await findInMemory()
  expect(found).toEqual(await findPage(pool, zip, filters, NOW))
  expect(JSON.parse(found!.cards)[0]).toMatchObject({ bio: 'Changed.', total_reviews: 100 })
  await change({ photo_missing: true })
  expect(await findInMemory()).toBeUndefined()
  await load()
  expect(await findInMemory()).toEqual(await findPage(pool, zip, filters, NOW))
  await change({ photo_missing: false })
  expect(await findInMemory()).toBeUndefined()
})

test('a card is read once, and again when it has changed or an hour is over', async () => {
  const { pool, places } = server.context
  const cached = new CachedPlaces(server.context.log)
  const zip = places.zipOf('77005')!
  const [first, second] = [
    await buildProfessional(server, { areas: ['77005'] }),
    await buildProfessional(server, { areas: ['77005'] }),
  ]
  const filters = SearchFilters.parse({ zip_code: '77005', sort_by: 'newest', page_size: '2' })
  const { version } = await findPage(pool, zip, filters, NOW)
  for (let time = 0; time < 2; time++) await cached.noteMiss(pool, zip, version)
  /** Which cards a search reads. */
  const cardsRead = async (service?: 'standard', now = NOW) => {
    const asked = { ...filters, service_type: service }
    const read: unknown[] = []
    const query = async (statement: QueryConfig) => {
      if (statement.name?.startsWith('cards')) read.push(statement.values![2])
      return pool.query(statement)
    }
    const found = await cached.find({ query: query as Queries['query'] }, zip, asked, now)
    expect(found).toEqual(await findPage(pool, zip, asked, now))
    return read
  }
  const both = [`{${[second.id, first.id].join().replaceAll('-', '')}}`]
  expect(await cardsRead()).toEqual(both)
  expect(await cardsRead()).toEqual([])
  expect(await cardsRead('standard')).toEqual(both)
  const renamed = { full_name: 'Renamed' }
  await server.db
    .updateTable('professionals')
    .set(renamed)
    .where('user_id', '=', first.id)
    .execute()
  for (const service of [undefined, 'standard'] as const) {
    // The version shows the change, and only the changed card is read again.
    expect(await cardsRead(service)).toEqual([`{${first.id.replaceAll('-', '')}}`])
  }
  expect(await cardsRead(undefined, NOW + 3_600_000)).toEqual(both)
})

test('a search after a change reads the version and what changed in both places, once for all who ask at that moment', async () => {
  const { pool, places } = server.context
  const cached = new CachedPlaces(server.context.log)
  const zip = places.zipOf('77007')!
  const [changed] = [
    await buildProfessional(server, { areas: ['77007', 'Dallas, TX'] }),
    await buildProfessional(server, { areas: ['77007'] }),
    await buildProfessional(server, { areas: ['Houston, TX'] }),
  ]
  const filters = SearchFilters.parse({ zip_code: '77007', sort_by: 'newest', page_size: '1' })
  const { version } = await findPage(pool, zip, filters, NOW)
  for (let time = 0; time < 2; time++) await cached.noteMiss(pool, zip, version)
  const names: (string | undefined)[] = []
  const query = async (statement: QueryConfig) => {
    names.push(statement.name)
    return pool.query(statement)
  }
  const source = { query: query as Queries['query'] }
  const find = async () => cached.find(source, zip, filters, NOW)
  await find()
  names.length = 0
  await changeRate(changed.id, 4100)
  const found = await Promise.all([find(), find(), find()])
  expect(names).toEqual(['versions places', 'changed-entries'])
  for (const one of found) expect(one).toEqual(await findPage(pool, zip, filters, NOW))
})

test('a connection plans the reading of versions, changes and cards five times at most', async () => {
  const zip = server.context.places.zipOf('78701')!
  const connection = new pg.Client(server.url)
  await connection.connect()
  const asked = { ids: [ids[0]!], service: undefined, now: NOW }
  for (let time = 0; time < 8; time++) {
    await versionOf(connection, zip)
    await timedVersionOf(connection, zip)
    await readPlaceChanges(connection, [{ id: zip.placeId, changes: new Set([1n]) }])
    for (const isTimed of [false, true]) await readCards(connection, zip, { ...asked, isTimed })
  }
  const { rows } = await connection.query<{ name: string; custom: number }>(`
    select name, custom_plans::integer as custom from pg_prepared_statements
    order by name`)
  await connection.end()
  // After five PostgreSQL compares their cost with that of a plan for all values.
  expect(rows).toEqual([
    { name: 'cards', custom: 5 },
    { name: 'changed-entries', custom: 5 },
    { name: 'timed-cards', custom: 5 },
    { name: 'versions places', custom: 5 },
    { name: 'versions timed-places', custom: 5 },
  ])
})

test('an answer that comes late, or from a database that is behind, leaves no old card in memory', async () => {
  const { pool, places } = server.context
  const zip = places.zipOf('77006')!
  const professional = await buildProfessional(server, { areas: ['77006'] })
  const asked = { zip_code: '77006', sort_by: 'newest' }
  const filters = SearchFilters.parse(asked)
  const standard = SearchFilters.parse({ ...asked, service_type: 'standard' })
  const rename = async (name: string) => {
    await server.db
      .updateTable('professionals')
      .set({ full_name: name })
      .where('user_id', '=', professional.id)
      .execute()
  }
  const cached = new CachedPlaces(server.context.log)
  const { version } = await findPage(pool, zip, filters, NOW)
  for (let time = 0; time < 2; time++) await cached.noteMiss(pool, zip, version)
  /** Searches, and holds the answer of one statement. Resolves when that has come. */
  const hold = async (source: Queries, held: string, wanted: SearchFilters) => {
    const [isHeld, isReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const query = async (statement: QueryConfig) => {
      const answer = await source.query(statement)
      if (statement.name !== held) return answer
      isHeld.resolve()
      await isReleased.promise
      return answer
    }
    const found = cached.find({ query: query as Queries['query'] }, zip, wanted, NOW)
    await isHeld.promise
    return async () => {
      isReleased.resolve()
      await found
    }
  }
  const expectName = async (wanted: SearchFilters, name: string) => {
    const found = await cached.find(pool, zip, wanted, NOW)
    const card = { user_id: professional.id, full_name: name }
    expect(JSON.parse(found!.cards)).toContainEqual(expect.objectContaining(card))
  }

  const releaseLate = await hold(pool, 'cards', filters)
  await rename('Renamed')
  await expectName(filters, 'Renamed')
  await releaseLate()
  await expectName(filters, 'Renamed')

  const behind = await pool.connect()
  await behind.query('begin isolation level repeatable read')
  await behind.query('select from place_changes')
  await rename('Again')
  await expectName(filters, 'Again')
  const releaseBehind = await hold(behind, 'changed-entries', standard)
  await expectName(standard, 'Again')
  await releaseBehind()
  await behind.query('rollback')
  behind.release()
})

test('a statement that changes many cards of a place notes it once, and no old card is found', async () => {
  const { pool, places } = server.context
  const cached = new CachedPlaces(server.context.log)
  const zip = places.zipOf('78701')!
  const filters = SearchFilters.parse({ zip_code: '78701', page_size: '50' })
  const { version } = await findPage(pool, zip, filters, NOW)
  for (let time = 0; time < 2; time++) await cached.noteMiss(pool, zip, version)
  await cached.find(pool, zip, filters, NOW)
  const noted = async () => {
    const { rowCount } = await pool.query('select from place_changes')
    return rowCount!
  }
  const served = await server.db
    .selectFrom('search_entries')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('professional_id', 'in', ids)
    .groupBy('place_id')
    .execute()
  const counts = served.map(({ count }) => Number(count))
  expect(Math.max(...counts)).toBeGreaterThan(20)
  const rows = counts.reduce((sum, count) => sum + (count > 20 ? 1 : count), 0)
  const before = await noted()
  const renamed = { full_name: 'Everybody' }
  await server.db.updateTable('professionals').set(renamed).where('user_id', 'in', ids).execute()
  expect(await noted()).toBe(before + rows)
  const found = await cached.find(pool, zip, filters, NOW)
  expect(found).toEqual(await findPage(pool, zip, filters, NOW))
  expect(found!.cards).toContain('Everybody')
})

async function changeRate(id: string, rate: number): Promise<void> {
  await server.db
    .updateTable('professionals')
    .set({ hourly_rate_cents: rate })
    .where('user_id', '=', id)
    .execute()
  await refreshSearchEntries(server.db, [id])
}
