// rule: repeated-reads
import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { logRequest } from '#server/compose.ts'
import { countCities } from '#server/features/cities/count-cities.ts'
import { refreshSearchEntries } from '#server/features/search/search-entries.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { signedIn } from '#server/test/call.ts'
import { askOverNetwork } from '#server/test/over-network.ts'
import type { Asked } from '#server/test/over-network.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import type { App } from './app.ts'
import type { Context } from '#server/context.ts'
import { networkLimitsOf } from './network-limits.ts'

const SEARCH = '/api/professionals/search/enhanced?zip_code=78701'
const READS = [
  SEARCH,
  '/api/public/professional/grace',
  '/api/served-cities',
  '/api/cities',
  '/api/cities/tx/austin',
  '/api/service-types',
  '/api/claims',
]

let server: TestServer
let app: App
let context: Context
let grace: Awaited<ReturnType<typeof buildProfessional>>
/** How many requests Fastify got. */
let routed = 0
const lines: Record<string, unknown>[] = []
/** All that came to Fastify. */
const requests: WeakRef<object>[] = []
beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1' })
  grace = await buildProfessional(server, { slug: 'grace', areas: ['Austin, TX'] })
  await countCities(server.context)
  const log = pino(
    { serializers: { req: logRequest } },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )
  context = { ...server.context, log }
  app = await buildApp(context, { eventLoopDelayMsMax: Infinity })
  app.addHook('onRequest', (request, _reply, done) => {
    routed += 1
    requests.push(new WeakRef(request), new WeakRef(request.raw))
    done()
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await server.close()
})

/** Garbage collection, whatever the flags of this process. */
v8.setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Asks over the network, from another address each time. Tells whether Fastify was asked. */
async function ask(
  path: string,
  { method = 'GET', headers = {}, from = newAddress() }: Asked & { from?: string } = {},
) {
  const before = routed
  const asked = { method, headers: { 'x-forwarded-for': from, ...headers } }
  const answer = await askOverNetwork(app, path, asked)
  return { ...answer, isRepeated: routed === before }
}

let addresses = 0
const newAddress = () => `192.0.2.${++addresses}`

test.each(READS)(
  '%s: a repeated answer differs from the first one by its request id alone',
  async (path) => {
    for (const headers of [{}, { 'accept-encoding': 'gzip, br' }] as Record<string, string>[]) {
      const first = await ask(path, { headers })
      const second = await ask(path, { headers })
      expect([first.isRepeated, second.isRepeated]).toEqual([false, true])
      expect([second.status, second.headers, second.body]).toEqual([200, first.headers, first.body])
      expect(second.id).toMatch(/^[\da-f-]{36}$/)
      expect(second.id).not.toBe(first.id)
    }
    const cookie = { cookie: 'other=1' }
    const known = { 'if-none-match': String((await ask(path)).headers['etag']) }
    const [routedOne, repeated] = [
      await ask(path, { headers: { ...known, ...cookie } }),
      await ask(path, { headers: known }),
    ]
    expect([routedOne.isRepeated, repeated.isRepeated]).toEqual([false, true])
    const { 'content-length': __, ...expected } = routedOne.headers
    expect([repeated.status, repeated.headers, repeated.body.length]).toEqual([304, expected, 0])
  },
)

// rule: log-lines, metrics, trusted-proxies
test('a repeated answer is logged, measured and counted as any other', async () => {
  await ask(SEARCH)
  app.metrics.client.register.resetMetrics()
  lines.length = 0
  const first = await ask(SEARCH, { headers: { cookie: 'other=1' } })
  const second = await ask(SEARCH)
  await expect.poll(() => lines.length).toBe(2)
  const [line, repeated] = lines
  expect(repeated).toEqual({
    ...line,
    time: expect.any(Number),
    ms: expect.any(Number),
    reqId: second.id,
    address: `192.0.2.${addresses}`,
  })
  expect(line).toMatchObject({ reqId: first.id, statusCode: 200 })
  expect(await app.metrics.client.register.metrics()).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/professionals/search/enhanced",status_code="200"} 2',
  )
})

// rule: daily-counts
test('views of a repeated profile are counted', async () => {
  const views = async () => {
    await server.context.counts.flush()
    const { rows } = await server.context.pool.query<{ views: string }>(
      'select coalesce(sum(profile_views), 0) as views from daily_counts',
    )
    return Number(rows[0]!.views)
  }
  await ask('/api/public/professional/grace')
  const before = await views()
  expect((await ask('/api/public/professional/grace')).isRepeated).toBe(true)
  expect(await views()).toBe(before + 1)
})

test('a change is in the next answer, also for who sends the tag of the one before', async () => {
  for (const path of [SEARCH, '/api/public/professional/grace']) {
    const before = await ask(path)
    expect((await ask(path)).isRepeated).toBe(true)
    await server.db
      .updateTable('professionals')
      .set((was) => ({ hourly_rate_cents: was('hourly_rate_cents', '+', 100) }))
      .where('user_id', '=', grace.id)
      .execute()
    await refreshSearchEntries(server.db, [grace.id])
    const tag = String(before.headers['etag'])
    const after = await ask(path, { headers: { 'if-none-match': tag } })
    expect([after.status, after.isRepeated]).toEqual([200, false])
    const again = await ask(path)
    expect([again.isRepeated, again.body]).toEqual([true, after.body])
    expect(again.body.equals(before.body)).toBe(false)
  }
})

test('languages do not mix', async () => {
  for (let time = 0; time < 2; time++)
    for (const [language, word] of [
      ['en', 'Deep'],
      ['pt', 'pesada'],
      ['es', 'profunda'],
    ] as const) {
      const answer = await ask('/api/service-types', { headers: { 'accept-language': language } })
      expect(answer.body.toString()).toContain(word)
      expect(answer.isRepeated).toBe(time === 1)
    }
})

// rule: session-cookie, operator-sessions
test('what is not a plain read of a visitor is left to Fastify', async () => {
  await ask(SEARCH)
  for (const cookie of ['i18nextLng=pt', 'lustra_time_zone=America/New_York; i18nextLng=en'])
    expect((await ask(SEARCH, { headers: { cookie } })).isRepeated).toBe(true)
  const session = await signedIn(server, await buildClient(server))
  for (const asked of [
    { method: 'HEAD' },
    { headers: { cookie: `lustra_session=${session}` } },
    { headers: { cookie: 'i18nextLng=pt; lustra_operator=x' } },
    { headers: { 'transfer-encoding': 'chunked' } },
    { headers: { 'x-no-compression': '1' } },
  ] as Asked[])
    expect([asked, (await ask(SEARCH, asked)).isRepeated]).toEqual([asked, false])
})

// rule: network-limits
test('repeated answers use up the limits of a network, and are refused with them', async () => {
  const limits = networkLimitsOf(context)
  const from = newAddress()
  for (let time = 1; time < 1200; time++) await limits.consume('search', { ip: from }, null)
  await ask(SEARCH)
  expect((await ask(SEARCH, { from })).isRepeated).toBe(true)
  const refused = await ask(SEARCH, { from })
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.any(String)])
  expect((await ask(SEARCH)).status).toBe(200)

  const guesser = newAddress()
  for (let time = 1; time <= 300; time++) await limits.countMissing({ ip: guesser }, null)
  expect((await ask('/api/cities/tx/austin')).status).toBe(200)
  expect((await ask('/api/cities/tx/austin', { from: guesser })).status).toBe(429)
})

// rule: draining
test('a server that is going to stop answers by its routes, which close the connection', async () => {
  await ask(SEARCH)
  app.isDraining = true
  const { headers, isRepeated } = await ask(SEARCH)
  app.isDraining = false
  expect([headers['connection'], isRepeated]).toEqual(['close', false])
})

test('what is remembered of a request holds neither it nor its headers', async () => {
  requests.length = 0
  for (let count = 0; count < 100; count += 1)
    await ask(`/api/service-types?again=${newAddress()}`, { headers: { connection: 'close' } })
  const alive = () => {
    collectGarbage()
    return requests.filter((request) => request.deref()).length
  }
  expect(requests).toHaveLength(200)
  await expect.poll(alive).toBeLessThan(20)
})
