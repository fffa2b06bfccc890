// rule: database-lost, idempotency-key
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createContext } from '#server/compose.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { signedIn, visitor } from '#server/test/call.ts'
import { openWay } from '#server/test/database-way.ts'
import { addressOf, bodySchemaOf, operations, partsOf } from '#server/test/builders/operations.ts'
import { shapedObject } from '#server/test/schema-values.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const READ = '/api/public/professional/nobody-has-this-address'
/** A busy machine may take long to answer. */
const PATIENT = { timeout: 20_000 }

let server: TestServer
let way: Awaited<ReturnType<typeof openWay>>
/** A second server on the same database, which reaches it by the way that the test breaks. */
let other: TestServer
beforeAll(async () => {
  server = await testServer()
  way = await openWay(server.requestUrl)
  const context = await createContext(server.context.config, way.url, {
    logLevel: 'silent',
    places: server.context.places,
  })
  const app = await buildApp(context, { eventLoopDelayMsMax: Infinity })
  other = { ...server, app, context }
})
afterEach(() => Object.assign(way.state, { refuses: false, losesCommits: false }))
afterAll(async () => {
  await other.app.close()
  await (other.context as Awaited<ReturnType<typeof createContext>>).close()
  way.close()
  await server.close()
})

test('while the database refuses, requests are refused at once, and served again afterwards', async () => {
  const caller = visitor(other)
  await expect.poll(async () => (await caller.get(READ)).status, PATIENT).toBe(404)
  way.state.refuses = true
  way.cut()
  await expect.poll(async () => (await caller.get('/readyz')).status, PATIENT).toBe(503)
  const { status, body, headers } = await caller.get(READ)
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'unavailable', '2'])
  way.state.refuses = false
  await expect.poll(async () => (await caller.get(READ)).status, PATIENT).toBe(404)
  expect((await caller.get('/readyz')).status).toBe(200)
})

/** Calls that a visitor can be answered without the database, of forgotten passwords those without an address. */
const NEEDS_NONE = [
  'POST /api/auth/forgot-password',
  'POST /api/auth/logout',
  'GET /api/locations/search',
  'GET /api/service-types',
  'GET /api/robots.txt',
]

// rule: database-lost, new-password
test('while the database is away no call succeeds that needs it, and a forgotten password says so to everybody', async () => {
  const { email } = await buildClient(server)
  const caller = visitor(other)
  await expect.poll(async () => (await caller.get(READ)).status, PATIENT).toBe(404)
  way.state.refuses = true
  way.cut()
  await expect.poll(async () => (await caller.get('/readyz')).status, PATIENT).toBe(503)
  const done = new Set<string>()
  for (const { name, method, path, operation } of operations) {
    const parts = (place: 'path' | 'query') => shapedObject(partsOf(operation, place), KNOWN)
    const schema = bodySchemaOf(operation)
    const input = fc.record({
      params: parts('path'),
      query: parts('query'),
      body: schema ? shapedObject(schema, KNOWN) : fc.constant(undefined),
    })
    for (const { params, query, body } of fc.sample(input, { numRuns: 3, seed: 1 })) {
      const url = addressOf(path, params, query)
      const answer = await other.app.inject({ method, url, ...(body && { payload: body }) })
      const retryAfter = answer.statusCode === 503 && answer.headers['retry-after']
      expect([name, answer.statusCode < 500 || retryAfter]).toEqual([
        name,
        expect.toBeOneOf([true, '2']),
      ])
      if (answer.statusCode < 300) done.add(name)
    }
  }
  expect([...done].toSorted()).toEqual(NEEDS_NONE.toSorted())
  for (const address of [email, 'nobody@example.com', email, email, email, email]) {
    const forgot = await caller.post('/api/auth/forgot-password', { email: address })
    expect([forgot.status, forgot.body.code, forgot.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '2',
    ])
  }
  const unreadable = await caller.post('/api/auth/forgot-password', { email: 'no address' })
  expect(unreadable.status).toBe(200)
})

/** Valid values, so that a call reaches its statements. */
const KNOWN = {
  email: ['nobody@example.com'],
  password: ['clean windows 8'],
  new_password: ['clean windows 8'],
  token: ['t'.repeat(43)],
  zip_code: ['78701'],
  q: ['aus'],
  state: ['tx'],
  city: ['austin'],
}

test('a request whose commit gets no answer is refused with 503, and its repeat finds what was done', async () => {
  const client = await buildClient(server)
  const professional = await buildProfessional(server)
  const headers = {
    cookie: `lustra_session=${await signedIn(server, client)}`,
    'idempotency-key': 'lost-answer',
  }
  const message = { sender_id: client.id, receiver_id: professional.id, message: 'Hello' }
  await expect.poll(async () => (await visitor(other).get(READ)).status, PATIENT).toBe(404)
  const send = () =>
    other.app.inject({ method: 'POST', url: '/api/chat/messages', headers, payload: message })
  way.state.losesCommits = true
  const lost = await send()
  way.state.losesCommits = false
  expect([lost.statusCode, lost.json().code]).toEqual([503, 'unavailable'])
  const messages = () =>
    server.db.selectFrom('messages').select('text').where('sender_id', '=', client.id).execute()
  expect(await messages()).toEqual([{ text: 'Hello' }])
  await expect.poll(async () => (await send()).statusCode, PATIENT).toBe(200)
  expect(await messages()).toEqual([{ text: 'Hello' }])
})
