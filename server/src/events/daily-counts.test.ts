// rule: marketplace-health
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deleteExpired } from '#server/http/delete-expired.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const SEARCH = '/api/professionals/search/enhanced'
let server: TestServer
let now: Date
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = new Date('2026-11-02T23:59:59Z')
  await server.context.counts.flush()
  await server.db.deleteFrom('daily_counts').execute()
})

async function counts() {
  await server.context.counts.flush()
  return server.db.selectFrom('daily_counts').selectAll().orderBy('day').orderBy('zip').execute()
}
const count = (day: string, zip: string, searches: number, without: number, views: number) => ({
  day,
  zip,
  searches,
  searches_without_result: without,
  profile_views: views,
})

test('searches count by day and ZIP, cached ones too, later pages and unknown places not', async () => {
  await buildProfessional(server, { areas: ['78702'] })
  const search = (query: string) => visitor(server).get(`${SEARCH}?zip_code=${query}`)
  for (const query of ['78702', '78702', '78702&page=2', '99950', '00000', '78702&min_rating=5'])
    await search(query)
  now = new Date('2026-11-03T00:00:00Z')
  await search('99950-1234')
  expect(await counts()).toEqual([
    count('2026-11-02', '78702', 3, 1, 0),
    count('2026-11-02', '99950', 1, 1, 0),
    count('2026-11-03', '99950', 1, 1, 0),
  ])
})

test('with a date, who may be free is a result', async () => {
  await buildProfessional(server, { areas: ['78703'] })
  const { body } = await visitor(server).get(`${SEARCH}?zip_code=78703&date=2026-11-10`)
  expect(body).toMatchObject({ total: 0, may_be_free: { total: 1 } })
  await visitor(server).get(`${SEARCH}?zip_code=78703&date=2026-11-10&availability=free`)
  expect(await counts()).toEqual([count('2026-11-02', '78703', 2, 0, 0)])
})

test('views count for the ZIP of the professional, own ones and those of operators not', async () => {
  const ana = await buildProfessional(server, { areas: ['Austin, TX', '78705'] })
  const paths = [`/api/professional/public-view/${ana.id}`, `/api/public/professional/${ana.slug}`]
  const own = await as(server, ana)
  const client = await as(server, await buildClient(server))
  for (const path of paths) {
    await own.get(path)
    await client.get(path)
    await visitor(server).get(path)
    await server.app.inject({ url: path, cookies: { lustra_operator: 'x' } })
  }
  const { zip } = await server.db
    .selectFrom('zips')
    .select('zip')
    .where('city', '=', 'Austin')
    .where('state', '=', 'TX')
    .orderBy('population', 'desc')
    .executeTakeFirstOrThrow()
  expect(await counts()).toEqual([count('2026-11-02', zip, 0, 0, 4)])
  await visitor(server).get('/api/public/professional/nobody')
  expect(await counts()).toHaveLength(1)
})

test('counts are added up in memory, written within ten seconds, and before the server stops', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const rows = () => server.db.selectFrom('daily_counts').select('searches').execute()
  const viewer = { userId: null, isOperator: false }
  const { counts: memory } = server.context
  for (let number = 0; number < 3; number++)
    memory.countSearch('78704', { page: 1, found: true, viewer })
  expect(await rows()).toEqual([])
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  await vi.waitFor(async () => expect(await rows()).toEqual([{ searches: 3 }]))
  memory.countSearch('78704', { page: 1, found: true, viewer })
  await memory.close()
  expect(await rows()).toEqual([{ searches: 4 }])
})

test('memory is bounded, and what could not be written is written the next time', async () => {
  const viewer = { userId: null, isOperator: false }
  const { counts: memory } = server.context
  await server.db.schema.alterTable('daily_counts').renameTo('away').execute()
  for (let number = 0; number < 10_100; number++)
    memory.countSearch(String(10_000 + number), { page: 1, found: false, viewer })
  memory.countSearch('10000', { page: 1, found: false, viewer })
  await memory.flush()
  await server.db.schema.alterTable('away').renameTo('daily_counts').execute()
  const written = await counts()
  expect(written.length).toBe(10_000)
  expect(written[0]).toEqual(count('2026-11-02', '10000', 2, 2, 0))
})

// rule: expired-data
test('counts are kept for five years', async () => {
  const days = ['2021-11-01', '2021-11-02']
  const rows = days.map((day) => ({ day, zip: '78701', searches: 1 }))
  await server.db.insertInto('daily_counts').values(rows).execute()
  await deleteExpired(server.context)
  expect((await counts()).map(({ day }) => day)).toEqual(['2021-11-02'])
})
