// rule: end-sessions
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { cookieOf, meStatus, PASSWORD, registered } from '#server/test/builders/account.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'

/** The header with the current password. */
const TYPED = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }

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
    'ends_at',
    'id',
    'last_seen_at',
    'system',
  ])
})

test('a user ends one session with the password; it is refused from then on, and ending it again answers that it has ended', async () => {
  const { cookie, phone, path } = await logInOnTwoDevices()
  const { body } = await visitor(server).get(path, { cookie })
  const one = `${path}/${body.sessions[1].id}`
  expect((await visitor(server).delete(one, { cookie, ...TYPED })).status).toBe(200)
  expect(await meStatus(server, phone)).toBe(401)
  expect(await meStatus(server, cookie)).toBe(200)
  const repeated = await visitor(server).delete(one, { cookie, ...TYPED })
  expect([repeated.status, repeated.body.code]).toEqual([404, 'session_not_found'])
})

test('ending another user’s session answers like an unknown one, and ends nothing', async () => {
  const ana = await logInOnTwoDevices()
  const eve = await logInOnTwoDevices()
  const { body } = await visitor(server).get(ana.path, { cookie: ana.cookie })
  for (const id of [body.sessions[1].id, 'nonsense']) {
    const answer = await visitor(server).delete(`${eve.path}/${id}`, {
      cookie: eve.cookie,
      ...TYPED,
    })
    expect([answer.status, answer.body.code]).toEqual([404, 'session_not_found'])
  }
  expect(await meStatus(server, ana.phone)).toBe(200)
})

// rule: end-sessions, confirmation
test('without the current password no session ends, neither one nor all', async () => {
  const { cookie, phone, path } = await logInOnTwoDevices()
  const { body } = await visitor(server).get(path, { cookie })
  for (const ending of [path, `${path}/${body.sessions[1].id}`]) {
    const missing = await visitor(server).delete(ending, { cookie })
    expect([missing.status, missing.body.code]).toEqual([422, 'password_required'])
    const wrong = await visitor(server).delete(ending, {
      cookie,
      [CURRENT_PASSWORD_HEADER]: 'wrong',
    })
    expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password'])
  }
  expect(await meStatus(server, phone)).toBe(200)
  expect(await meStatus(server, cookie)).toBe(200)
})

// rule: end-sessions, confirmation
test('ten wrong passwords an hour are answered, and right ones do not count', async () => {
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' })
  try {
    const ana = await registered(strict)
    const unknown = `/api/users/${ana.id}/sessions/${ana.id}`
    const end = async (password: Record<string, string>) =>
      (await visitor(strict).delete(unknown, { cookie: ana.cookie, ...password })).status
    for (let time = 0; time < 12; time++) expect(await end(TYPED)).toBe(404)
    for (let time = 0; time < 10; time++) {
      expect(await end({ [CURRENT_PASSWORD_HEADER]: 'wrong' })).toBe(403)
    }
    expect(await end(TYPED)).toBe(429)
  } finally {
    await strict.close()
  }
})

test('signing out everywhere ends every session, this one too', async () => {
  const { cookie, phone, path } = await logInOnTwoDevices()
  const answer = await visitor(server).delete(path, { cookie, ...TYPED })
  expect(answer.status).toBe(200)
  expect(cookieOf(answer)).toBe('lustra_session=')
  expect(await meStatus(server, cookie)).toBe(401)
  expect(await meStatus(server, phone)).toBe(401)
})

test('a user forgets all known devices, and no other account’s; only they may do so', async () => {
  const [ana, other] = [await logInOnTwoDevices(), await logInOnTwoDevices()]
  const count = async ({ id }: { id: string }) =>
    (await server.db.selectFrom('known_devices').where('user_id', '=', id).selectAll().execute())
      .length
  expect([await count(ana), await count(other)]).toEqual([2, 2])
  const path = `/api/users/${ana.id}/devices`
  expect((await visitor(server).delete(path, { cookie: other.cookie })).body.code).toBe('not_yours')
  expect((await visitor(server).delete(path)).status).toBe(401)
  expect(await count(ana)).toBe(2)
  for (let time = 0; time < 2; time++) {
    const answer = await visitor(server).delete(path, { cookie: ana.cookie })
    expect([answer.status, answer.body]).toEqual([200, { known_devices: 0 }])
  }
  expect([await count(ana), await count(other)]).toEqual([0, 2])
  expect(await meStatus(server, ana.phone)).toBe(200)
})
