// rule: server-rendering
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { countCities } from '#server/market/cities/count-cities.ts'

let server: TestServer
let paths: string[]
beforeAll(async () => {
  server = await testServer()
  const { id } = await buildProfessional(server, { slug: 'grace', areas: ['Austin, TX'] })
  await countCities(server.context)
  paths = [
    '/api/claims',
    '/api/professionals/search/enhanced?zip_code=78701',
    '/api/served-cities',
    '/api/cities',
    '/api/cities/tx',
    '/api/cities/tx/austin',
    `/api/professional/public-view/${id}`,
    '/api/public/professional/grace',
  ]
})
afterAll(() => server.close())

test('caches may repeat what a visitor reads for a few seconds, but not to who has other cookies', async () => {
  for (const path of paths) {
    const { status, headers } = await visitor(server).get(path)
    expect([path, status, headers['cache-control']]).toEqual([
      path,
      200,
      'public, max-age=2, stale-while-revalidate=3',
    ])
    expect(headers['vary']).toMatch(/\bCookie\b/)
    const unchanged = await visitor(server).get(path, { 'if-none-match': String(headers['etag']) })
    expect([unchanged.status, unchanged.headers['cache-control']]).toEqual([
      304,
      headers['cache-control'],
    ])
  }
})

test('no cache keeps what a signed-in person reads', async () => {
  const maya = await as(server, await buildClient(server))
  for (const path of paths)
    expect([path, (await maya.get(path)).headers['cache-control']]).toEqual([path, 'no-store'])
})

test('no cache keeps what somebody reads who has just written, nor what an operator reads', async () => {
  for (const cookie of ['lustra_written=1', 'lustra_operator=x', 'lustra_view=x'])
    for (const path of paths) {
      const { status, headers } = await visitor(server).get(path, { cookie })
      expect([path, status, headers['cache-control']]).toEqual([path, 200, 'no-store'])
    }
})

test('no cache keeps a refusal, nor what is of one person', async () => {
  for (const [path, status] of [
    ['/api/public/professional/nobody', 404],
    ['/api/professionals/search/enhanced?date=yesterday', 422],
    ['/api/auth/me', 401],
  ] as const) {
    const answer = await visitor(server).get(path)
    expect([path, answer.status, answer.headers['cache-control']]).toEqual([
      path,
      status,
      'no-store',
    ])
  }
})
