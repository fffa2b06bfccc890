// rule: operator-sessions
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { operatorMe } from '#contract/console/operators.ts'
import { buildApp } from '#server/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, callerWith, signedIn, visitor } from '#server/test/call.ts'
import { buildOperator, operatorSession } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { startOperatorSession } from './operator-sessions.ts'

const ME = operatorMe.path
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let server: TestServer
let now = NOW
const wait = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

const status = async (cookie: string) => (await visitor(server).get(ME, { cookie })).status

test('an operator sees who is signed in, until when, and until when it is confirmed', async () => {
  const { id, email, name, calls } = await buildOperator(server)
  expect((await calls.get(ME)).body).toEqual({
    operator: { id, email, name },
    expires_at: new Date(now.getTime() + HOUR_MS).toISOString(),
    confirmed_until: new Date(now.getTime() + 10 * MINUTE_MS).toISOString(),
  })
  const unconfirmed = await buildOperator(server, { confirmed: false })
  expect((await unconfirmed.calls.get(ME)).body.confirmed_until).toBeNull()
})

test('no session of a person counts on the calls of operators, and none of an operator on theirs', async () => {
  const client = await buildClient(server)
  const professional = await buildProfessional(server)
  const suspended = await buildClient(server)
  for (const person of [client, professional, suspended]) {
    const refused = await (await as(server, person)).get(ME)
    expect([refused.status, refused.body.code]).toEqual([401, 'not_signed_in'])
  }
  expect((await visitor(server).get(ME)).status).toBe(401)
  const { calls, headers } = await buildOperator(server)
  const paths = ['/api/auth/me', `/api/users/${client.id}/settings`, '/api/notices']
  for (const path of paths) expect((await calls.get(path)).status).toBe(401)
  const token = headers.cookie.split('=')[1]!
  expect(
    (await visitor(server).get('/api/auth/me', { cookie: `lustra_session=${token}` })).status,
  ).toBe(401)
  const userToken = await signedIn(server, client)
  expect(await status(`lustra_operator=${userToken}`)).toBe(401)
})

test('a session ends one hour after its last use', async () => {
  const { headers } = await buildOperator(server)
  wait(HOUR_MS - 1)
  expect(await status(headers.cookie)).toBe(200)
  wait(HOUR_MS - 1)
  expect(await status(headers.cookie)).toBe(200)
  wait(HOUR_MS)
  expect(await status(headers.cookie)).toBe(401)
})

test('a session ends eight hours after it began, however often it is used', async () => {
  const { headers } = await buildOperator(server)
  for (let turn = 1; turn <= 15; turn++) {
    wait(32 * MINUTE_MS - 1)
    expect(await status(headers.cookie)).toBe(
      turn * 32 * MINUTE_MS - turn < 8 * HOUR_MS ? 200 : 401,
    )
  }
  wait(15)
  expect(await status(headers.cookie)).toBe(401)
})

test('of more than three sessions the least recently used one ends', async () => {
  const { id, headers: first } = await buildOperator(server)
  wait(1000)
  const second = await operatorSession(server, { id })
  wait(1000)
  const third = await operatorSession(server, { id })
  wait(1000)
  expect(await status(first.cookie)).toBe(200)
  await server.db.transaction().execute((tx) => startOperatorSession(tx, id, now))
  const left = await Promise.all([first, second, third].map(({ cookie }) => status(cookie)))
  expect(left).toEqual([200, 401, 200])
})

test('an operator who is disabled has no session any more', async () => {
  const { id, headers } = await buildOperator(server)
  await server.db.updateTable('operators').set({ disabled_at: now }).where('id', '=', id).execute()
  expect(await status(headers.cookie)).toBe(401)
})

test('logging out ends the session and takes the cookie away', async () => {
  const { calls, headers } = await buildOperator(server)
  const answer = await calls.post('/api/operator/logout')
  expect([answer.status, answer.body]).toEqual([200, { message: 'Logged out' }])
  expect(String(answer.headers['set-cookie'])).toMatch(/^lustra_operator=;.*SameSite=Strict/)
  expect(await status(headers.cookie)).toBe(401)
  expect((await calls.post('/api/operator/logout')).status).toBe(401)
})

test('a call that needs it is refused without a confirmation, and a key of an operator works once', async () => {
  const call = endpoint({
    method: 'POST',
    path: '/api/operator/test-only',
    summary: 'For this test',
    caller: { role: 'operator' },
    needsConfirmation: true,
    idempotent: true,
    body: z.object({ text: z.string() }),
    answer: z.object({ by: z.string(), text: z.string() }),
    refusals: ['not_signed_in', 'confirm_first', 'invalid_input'],
  })
  const app = await buildApp(server.context, { eventLoopDelayMsMax: Infinity })
  implement(app, server.context, call, ({ operator, body, idempotency }) =>
    runInTransaction(server.db, idempotency, async () => ({ by: operator.id, text: body.text })),
  )
  const { id, headers } = await buildOperator(server)
  const calls = callerWith({ ...server, app }, headers)
  const unreadable = { 'content-type': 'application/json', 'content-length': '3' }
  const visiting = await callerWith({ ...server, app }, {}).post(call.path, '{"t', unreadable)
  expect([visiting.status, visiting.body.code]).toEqual([401, 'not_signed_in'])
  const key = { 'idempotency-key': 'once' }
  expect((await calls.post(call.path, { text: 'A' }, key)).body).toEqual({ by: id, text: 'A' })
  expect((await calls.post(call.path, { text: 'A' }, key)).body).toEqual({ by: id, text: 'A' })
  expect((await calls.post(call.path, { text: 'B' }, key)).body.code).toBe('idempotency_key_reused')
  wait(10 * MINUTE_MS - 1)
  expect((await calls.post(call.path, { text: 'B' })).status).toBe(200)
  wait(1)
  const late = await calls.post(call.path, { text: 'B' })
  expect([late.status, late.body.code]).toEqual([403, 'confirm_first'])
  await app.close()
})
