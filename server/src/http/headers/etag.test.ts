// rule: none, what a browser has already is not sent again, and only its reader is told so
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/contract.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { countCities } from '#server/market/cities/count-cities.ts'

const TOMORROW = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10)

let server: TestServer
let grace: Awaited<ReturnType<typeof buildProfessional>>
beforeAll(async () => {
  server = await testServer()
  grace = await buildProfessional(server, { slug: 'grace', areas: ['Austin, TX'] })
  await countCities(server.context)
})
afterAll(() => server.close())

/** All public JSON reads, except those that need the token of a letter. */
const reads = ENDPOINTS.filter(
  ({ method, caller, answerType, path }: (typeof ENDPOINTS)[number] & { answerType?: string }) =>
    method === 'GET' && caller.role === 'anyone' && !answerType && !path.includes('{token}'),
).map(({ path }) => path)

const filled = (path: string) =>
  path
    .replace('{state}', 'tx')
    .replace('{city}', 'austin')
    .replace('{slug}', 'grace')
    .replace(
      '/series-preview/{professionalUserId}',
      `/series-preview/${grace.id}?zip_code=78701&cleaning_frequency=weekly&booking_date=${TOMORROW}&booking_time=09:00`,
    )
    .replace('/slots/{professionalUserId}', `/slots/${grace.id}`)
    .replace('{professionalUserId}', grace.id)
    .replace('/search/enhanced', '/search/enhanced?zip_code=78701')
    .replace('/locations/search', '/locations/search?q=aus')

test.each(reads)('%s: a request with the current ETag gets 304 and no body', async (path) => {
  const first = await visitor(server).get(filled(path))
  expect(first.status).toBe(200)
  const etag = String(first.headers['etag'])
  expect(etag).toMatch(/^W\/"[\w-]{20,}"$/)
  const revalidated = await server.app.inject({
    url: filled(path),
    headers: { 'if-none-match': etag },
  })
  expect([revalidated.statusCode, revalidated.body]).toEqual([304, ''])
  expect(revalidated.headers['etag']).toBe(etag)
})

test('an answer that has changed is sent again', async () => {
  const read = (headers = {}) => visitor(server).get('/api/public/professional/grace', headers)
  const before = await read()
  await server.db
    .updateTable('professionals')
    .set({ bio: 'Now with plants.' })
    .where('user_id', '=', grace.id)
    .execute()
  const { status, body } = await read({ 'if-none-match': String(before.headers['etag']) })
  expect(status).toBe(200)
  expect(body.professional.bio).toBe('Now with plants.')
})

test('a private answer is no-store, and still 304 for a page that has it', async () => {
  const maya = await buildClient(server)
  const caller = await as(server, maya)
  for (const path of [
    `/api/users/${maya.id}`,
    `/api/bookings/client/${maya.id}`,
    `/api/professional/public-view/${grace.id}`,
    '/api/auth/me',
  ]) {
    const { status, headers } = await caller.get(path)
    expect([path, status, headers['cache-control']]).toEqual([path, 200, 'no-store'])
    const revalidated = await caller.get(path, { 'if-none-match': String(headers['etag']) })
    expect([path, revalidated.status, revalidated.body]).toEqual([path, 304, ''])
    expect(revalidated.headers['cache-control']).toBe('no-store')
  }
})

test('an ETag opens nothing without a session or for another user', async () => {
  const maya = await buildClient(server)
  const { headers } = await (await as(server, maya)).get('/api/auth/me')
  const known = { 'if-none-match': String(headers['etag']) }
  expect((await visitor(server).get('/api/auth/me', known)).status).toBe(401)
  const other = await as(server, await buildClient(server))
  const answer = await other.get('/api/auth/me', known)
  expect([answer.status, answer.body.id === maya.id]).toEqual([200, false])
})
