// rule: session-list
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf, meStatus, PASSWORD, registered } from '#server/test/account.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** A user signed in here and on a phone. */
async function logInOnTwoDevices() {
  const ana = await registered(server)
  const login = await visitor(server).post(
    '/api/login',
    { email: ana.email, password: PASSWORD },
    { 'user-agent': IPHONE },
  )
  return { ...ana, phone: cookieOf(login), path: `/api/users/${ana.id}/sessions` }
}

test('a user sees their sessions, this one first, and no token', async () => {
  const { cookie, path } = await logInOnTwoDevices()
  const { body } = await visitor(server).get(path, { cookie })
  expect(body.sessions).toMatchObject([
    { current: true },
    { current: false, browser: 'Safari', system: 'iPhone' },
  ])
  expect(Object.keys(body.sessions[0]).toSorted()).toEqual([
    'browser',
    'created_at',
    'current',
    'id',
    'last_seen_at',
    'system',
  ])
})

// rule: end-sessions
test('a user ends one session; it is refused from then on, and ending it again answers that it has ended', async () => {
  const { cookie, phone, path } = await logInOnTwoDevices()
  const { body } = await visitor(server).get(path, { cookie })
  const one = `${path}/${body.sessions[1].id}`
  expect((await visitor(server).delete(one, { cookie })).status).toBe(200)
  expect(await meStatus(server, phone)).toBe(401)
  expect(await meStatus(server, cookie)).toBe(200)
  const repeated = await visitor(server).delete(one, { cookie })
  expect([repeated.status, repeated.body.code]).toEqual([404, 'session_not_found'])
})

// rule: end-sessions
test('ending another user’s session answers like an unknown one, and ends nothing', async () => {
  const ana = await logInOnTwoDevices()
  const eve = await logInOnTwoDevices()
  const { body } = await visitor(server).get(ana.path, { cookie: ana.cookie })
  for (const id of [body.sessions[1].id, 'nonsense']) {
    const answer = await visitor(server).delete(`${eve.path}/${id}`, { cookie: eve.cookie })
    expect([answer.status, answer.body.code]).toEqual([404, 'session_not_found'])
  }
  expect(await meStatus(server, ana.phone)).toBe(200)
})

// rule: end-sessions
test('signing out everywhere ends every session, this one too', async () => {
  const { cookie, phone, path } = await logInOnTwoDevices()
  const answer = await visitor(server).delete(path, { cookie })
  expect(answer.status).toBe(200)
  expect(cookieOf(answer)).toBe('lustra_session=')
  expect(await meStatus(server, cookie)).toBe(401)
  expect(await meStatus(server, phone)).toBe(401)
})
