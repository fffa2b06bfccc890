// rule: session-expiry
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf, meStatus, PASSWORD, registered } from '#server/test/builders/account.ts'
import { signedIn, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const DAY_MS = 86_400_000
let now = new Date('2026-12-01T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

const login = (email: string, password = PASSWORD, headers = {}) =>
  visitor(server).post('/api/login', { email, password }, headers)
const sessions = async () => (await server.db.selectFrom('sessions').selectAll().execute()).length

// rule: login-answer
test('login returns the seven fields at the top level and again under user, and the language of the account', async () => {
  const ana = await registered(server)
  const answer = await login(ana.email.toUpperCase())
  expect(answer.status).toBe(200)
  const { user, language, ...top } = answer.body
  expect(language).toBe('en')
  expect(user).toEqual(top)
  const names = ['first_name', 'last_name', 'email', 'phone', 'role', 'email_verified']
  expect(Object.keys(user)).toEqual(['id', ...names])
  expect(user.id).toBe(ana.id)
})

// rule: login-answer
test('login sets a new token, and the browser’s previous one is dead', async () => {
  const ana = await registered(server)
  const cookie = cookieOf(await login(ana.email, PASSWORD, { cookie: ana.cookie }))
  expect(cookie).not.toBe(ana.cookie)
  expect(await meStatus(server, cookie)).toBe(200)
  expect(await meStatus(server, ana.cookie)).toBe(401)
})

// rule: logout
test.each(['/api/auth/me', '/api/service-types', '/robots.txt'])(
  'after an offline logout the browser’s first request ends the session, also %s',
  async (path) => {
    const ana = await registered(server)
    const loggedOutCookie = `${ana.cookie}; lustra_logged_out=1`
    const { status, headers } = await visitor(server).get(path, { cookie: loggedOutCookie })
    expect(status).toBe(path === '/api/auth/me' ? 401 : 200)
    expect(String(headers['set-cookie'])).toMatch(/^lustra_logged_out=; Max-Age=0;/)
    expect(headers['cache-control']).toBe('no-store')
    expect(await meStatus(server, ana.cookie)).toBe(401)
  },
)

// rule: logout
test('a late answer after an offline logout does not clear the cookie of a newer session', async () => {
  const ana = await registered(server)
  const loggedOut = { cookie: `${ana.cookie}; lustra_logged_out=1` }
  const [first, answer] = await Promise.all([
    visitor(server).get('/api/auth/me', loggedOut),
    login(ana.email, PASSWORD, loggedOut),
  ])
  expect(String(first.headers['set-cookie'])).not.toContain('lustra_session')
  expect(await meStatus(server, cookieOf(answer))).toBe(200)
})

// rule: logout
test('a login after an offline logout starts a valid session', async () => {
  const ana = await registered(server)
  const answer = await login(ana.email, PASSWORD, {
    cookie: `${ana.cookie}; lustra_logged_out=1`,
  })
  expect(await meStatus(server, cookieOf(answer))).toBe(200)
  expect(await meStatus(server, ana.cookie)).toBe(401)
})

// rule: login-answer
test('a wrong password and an unknown email get the same answer, and no session', async () => {
  const ana = await registered(server)
  const before = await sessions()
  const wrong = await login(ana.email, 'something else')
  const unknown = await login('nobody@example.com', 'something else')
  expect(wrong.status).toBe(401)
  expect(wrong.body).toEqual({ detail: 'Invalid email or password', code: 'invalid_credentials' })
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  expect((await login('nul\0@example.com')).status).toBe(401)
  expect((await visitor(server).post('/api/login', {})).status).toBe(422)
  expect(await sessions()).toBe(before)
  expect(await meStatus(server, ana.cookie)).toBe(200)
})

// rule: login-answer
test('an unknown email takes as long as a wrong password', async () => {
  const ana = await registered(server)
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let round = 0; round < 15; round++) {
    times.known.push(await timeOf(() => login(ana.email, 'something else')))
    times.unknown.push(await timeOf(() => login('nobody@example.com', 'something else')))
  }
  const ratio = median(times.unknown) / median(times.known)
  expect(ratio).toBeGreaterThan(0.6)
  expect(ratio).toBeLessThan(1.6)
})

// rule: session-expiry
test('a session ends 30 days after it was last seen', async () => {
  now = new Date('2027-01-01T12:00:00Z')
  const ana = await registered(server)
  for (let time = 0; time < 2; time++) {
    now = new Date(now.getTime() + 30 * DAY_MS - 1)
    expect(await meStatus(server, ana.cookie)).toBe(200)
  }
  now = new Date(now.getTime() + 30 * DAY_MS)
  expect(await meStatus(server, ana.cookie)).toBe(401)
  const cookie = cookieOf(await login(ana.email, PASSWORD))
  const { body } = await visitor(server).get(`/api/users/${ana.id}/sessions`, { cookie })
  expect(body.sessions).toHaveLength(1)
})

// rule: session-expiry
test('a session ends 90 days after it began, although it is used every week', async () => {
  now = new Date('2027-03-01T12:00:00Z')
  const ana = await registered(server)
  const cookieSeconds = Number(/lustra_session=[^;]*; Max-Age=(\d+)/.exec(ana.setCookie)?.[1])
  expect(cookieSeconds).toBe((90 * DAY_MS) / 1000)
  const began = now.getTime()
  for (let day = 7; day < 90; day += 7) {
    now = new Date(began + day * DAY_MS)
    expect(await meStatus(server, ana.cookie)).toBe(200)
  }
  const list = await visitor(server).get(`/api/users/${ana.id}/sessions`, { cookie: ana.cookie })
  const end = new Date(began + 90 * DAY_MS)
  expect(list.body.sessions[0].ends_at).toBe(end.toISOString())
  now = new Date(end.getTime() - 1)
  expect(await meStatus(server, ana.cookie)).toBe(200)
  now = end
  expect(await meStatus(server, ana.cookie)).toBe(401)
})

// rule: session-expiry
test('of requests at the same moment each is of its own session, and ended and unknown ones answer 401', async () => {
  now = new Date('2027-08-01T12:00:00Z')
  const people = [await registered(server), await registered(server), await registered(server)]
  const tokens = await Promise.all(people.map((person) => signedIn(server, person)))
  const ended = people[0]!.cookie
  await visitor(server).post('/api/auth/logout', undefined, { cookie: ended })
  const cookies = [ended, ...tokens.map((token) => `lustra_session=${token}`), 'lustra_session=x']
  const answers = await Promise.all(
    [...cookies, ...cookies].map((cookie) => visitor(server).get('/api/auth/me', { cookie })),
  )
  const once = [401, ...people.map(({ id }) => id), 401]
  expect(answers.map(({ status, body }) => (status === 200 ? body.id : status))).toEqual([
    ...once,
    ...once,
  ])
})

// rule: session-expiry
test('of more than twenty sessions the least recently used one ends at the sign-in', async () => {
  now = new Date('2027-09-01T12:00:00Z')
  const [ana, other] = [await registered(server), await registered(server)]
  const cookies = [ana.cookie]
  for (let count = 1; count < 20; count++) {
    now = new Date(now.getTime() + 60_000)
    cookies.push(`lustra_session=${await signedIn(server, ana)}`)
  }
  now = new Date(now.getTime() + 3_600_000)
  expect(await meStatus(server, cookies[0]!)).toBe(200)
  const newest = cookieOf(await login(ana.email))
  const statuses = await Promise.all([...cookies, newest].map((one) => meStatus(server, one)))
  expect(statuses).toEqual([200, 401, ...Array(19).fill(200)])
  expect(await meStatus(server, other.cookie)).toBe(200)
})

// rule: session-expiry
test('sign-ins at the same moment never leave more than twenty sessions', async () => {
  const ana = await registered(server)
  await Promise.all(Array.from({ length: 30 }, () => login(ana.email)))
  const own = server.db.selectFrom('sessions').where('user_id', '=', ana.id)
  expect(await own.select('session_id').execute()).toHaveLength(20)
})

// rule: session-expiry
test('the time of last use is written at most once an hour', async () => {
  now = new Date('2027-06-01T12:00:00Z')
  const ana = await registered(server)
  const seenAt = async () => {
    await meStatus(server, ana.cookie)
    const session = server.db.selectFrom('sessions').where('user_id', '=', ana.id)
    return (await session.select('last_seen_at').executeTakeFirstOrThrow()).last_seen_at
  }
  const opened = now
  now = new Date(opened.getTime() + 3_600_000 - 1)
  expect(await seenAt()).toEqual(opened)
  now = new Date(opened.getTime() + 3_600_000)
  expect(await seenAt()).toEqual(now)
})

// rule: logout
test('logout needs no body, also when an empty JSON body is announced', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/logout',
    headers: { 'content-type': 'application/json' },
  })
  expect(answer.statusCode).toBe(200)
})

// rule: logout
test('logout ends the session on the server, and a second logout is harmless', async () => {
  const ana = await registered(server)
  const logout = () => visitor(server).post('/api/auth/logout', undefined, { cookie: ana.cookie })
  const answer = await logout()
  expect(answer.status).toBe(200)
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^lustra_session=; .*Expires=Thu, 01 Jan 1970/,
  )
  expect(await meStatus(server, ana.cookie)).toBe(401)
  expect((await logout()).status).toBe(200)
})

test('the database stores no token, only its hash', async () => {
  const ana = await registered(server)
  const token = ana.cookie.split('=')[1] ?? ''
  expect(token).toHaveLength(43)
  const rows = await server.db
    .selectFrom('sessions')
    .where('user_id', '=', ana.id)
    .selectAll()
    .execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.token_hash).toHaveLength(32)
  expect(rows[0]?.token_hash.toString('base64url')).not.toBe(token)
})

test('an unknown cookie is not signed in', async () => {
  expect(await meStatus(server, 'lustra_session=made-up')).toBe(401)
  expect(await meStatus(server, 'lustra_session=')).toBe(401)
})

// rule: session-expiry, logout
test('under https the session cookie and the offline logout cookie are Secure and bound to this host', async () => {
  const secure = await testServer({ PUBLIC_ORIGIN: 'https://lustra.example' })
  try {
    const { email, cookie } = await registered(secure)
    const answer = await visitor(secure).post('/api/login', { email, password: PASSWORD })
    expect([answer.headers['set-cookie']].flat()[0]).toMatch(
      /^__Host-lustra_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(await meStatus(secure, cookie)).toBe(200)
    expect(await meStatus(secure, cookie.replace('__Host-', ''))).toBe(401)
    const unprefixed = `${cookie}; lustra_logged_out=1`
    expect(await meStatus(secure, unprefixed)).toBe(200)
    const afterLogout = await visitor(secure).get('/', {
      cookie: `${cookie}; __Host-lustra_logged_out=1`,
    })
    expect(String(afterLogout.headers['set-cookie'])).toMatch(
      /^__Host-lustra_logged_out=; .*Secure/,
    )
    expect(await meStatus(secure, cookie)).toBe(401)
  } finally {
    await secure.close()
  }
})

async function timeOf(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await action()
  return performance.now() - start
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
