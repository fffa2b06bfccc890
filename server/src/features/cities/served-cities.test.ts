// rule: served-cities, city-freshness
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfessional } from '#server/test/build.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

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
  now = new Date('2026-11-20T12:01:01Z')
  const { cities, total_professionals } = await read()
  expect(total_professionals).toBe(2)
  expect(cities).toEqual([
    { city: 'Austin', state: 'TX', slug: 'austin', zip: '78745', professionals: 2 },
    { city: 'Miami', state: 'FL', slug: 'miami', zip: '33157', professionals: 1 },
  ])
})

test('cities are counted at most once a minute', async () => {
  await buildProfessional(server, { areas: ['Denver, CO'] })
  expect((await read()).total_professionals).toBe(2)
  now = new Date('2026-11-20T12:02:02Z')
  expect((await read()).total_professionals).toBe(3)
})
