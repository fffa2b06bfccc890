// rule: rate-limits
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf, meStatus, PASSWORD, registered } from '#server/test/builders/account.ts'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { networkOf, consumeRateLimit } from './rate-limits.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1' })
})
afterAll(() => server.close())

const statuses = async (times: number, call: () => Promise<{ status: number }>) => {
  const statuses: number[] = []
  for (let time = 0; time < times; time++) statuses.push((await call()).status)
  return statuses
}

test('after ten wrong passwords for one email, log-in answers 429 with the time to wait', async () => {
  const { email } = await registered(server)
  const login = (as: string, password: string) =>
    visitor(server).post('/api/login', { email: as, password })
  expect(await statuses(10, () => login(email, 'something else'))).toEqual(Array(10).fill(401))
  const refused = await login(email.toUpperCase(), PASSWORD)
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
  expect((await login('someone.else@example.com', 'something else')).status).toBe(401)
})

test('a successful login resets the count of its email', async () => {
  const { email } = await registered(server)
  const login = (password: string) => visitor(server).post('/api/login', { email, password })
  expect(await statuses(9, () => login('something else'))).toEqual(Array(9).fill(401))
  expect((await login(PASSWORD)).status).toBe(200)
  expect(await statuses(2, () => login('something else'))).toEqual([401, 401])
})

test('too many requests for a reset letter get the neutral answer, but no letter', async () => {
  const { email } = await registered(server)
  const forgot = () => visitor(server).post('/api/auth/forgot-password', { email })
  expect(await statuses(6, forgot)).toEqual(Array(6).fill(200))
  const { rows } = await server.context.pool.query(
    `select max(revision)::int as newest from graphile_worker.jobs`,
  )
  // Four requests became a job: the first is revision 0.
  expect(rows[0]?.newest).toBe(3)
})

test('one network address registers at most ten accounts an hour', async () => {
  const before = await userCount()
  const register = async () => {
    const email = `many-${Math.random()}@example.com`
    const body = {
      first_name: 'M',
      last_name: 'M',
      email,
      phone: '512-555-0100',
      password: PASSWORD,
    }
    return visitor(server).post('/api/register', body, { 'x-forwarded-for': '203.0.113.9' })
  }
  expect(await statuses(12, register)).toEqual([...Array(10).fill(200), 429, 429])
  expect(await userCount()).toBe(before + 10)
})

test('guesses of reset tokens and of current passwords are limited', async () => {
  const tryPassword = () =>
    visitor(server).post('/api/auth/reset-password', { token: 'x', new_password: PASSWORD })
  expect(await statuses(21, tryPassword)).toEqual([...Array(20).fill(400), 429])
  const { cookie } = await registered(server)
  const body = { current_password: 'something else', new_password: 'clear windows 8' }
  const change = () => visitor(server).post('/api/auth/change-password', body, { cookie })
  expect(await statuses(11, change)).toEqual([...Array(10).fill(403), 429])
})

// rule: confirmation, end-sessions
test('whoever tries passwords in a stolen session does not keep the owner from ending it', async () => {
  const { id, email, cookie: stolen } = await registered(server)
  const signedIn = await visitor(server).post('/api/login', { email, password: PASSWORD })
  const cookie = cookieOf(signedIn)
  const change = (as: string, current_password: string) => {
    const body = { current_password, new_password: 'clear windows 8' }
    return visitor(server).post('/api/auth/change-password', body, { cookie: as })
  }
  const path = `/api/users/${id}/sessions`
  const { body } = await visitor(server).get(path, { cookie })
  const other = body.sessions.find(({ current }: { current: boolean }) => !current)
  const end = (as: string, password: string) =>
    visitor(server).delete(`${path}/${other.id}`, {
      cookie: as,
      [CURRENT_PASSWORD_HEADER]: password,
    })
  expect(await statuses(11, () => end(stolen, 'wrong 1'))).toEqual([...Array(10).fill(403), 429])
  expect(await statuses(11, () => change(stolen, 'wrong 1'))).toEqual([...Array(10).fill(403), 429])
  expect((await change(stolen, PASSWORD)).status).toBe(429)
  expect((await end(cookie, PASSWORD)).status).toBe(200)
  expect(await meStatus(server, stolen)).toBe(401)
  expect((await change(cookie, PASSWORD)).status).toBe(200)
})

test('while the database is unreachable, the process counts in memory', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
  const consume = () =>
    consumeRateLimit({ ...server.context, pool }, 'login_by_device', 'ana@example.com')
  for (let time = 0; time < 10; time++) await consume()
  await expect(consume()).rejects.toMatchObject({ code: 'too_many_requests' })
  await pool.end()
})

test('the table of counts contains no email and no network address', async () => {
  const { rows } = await server.context.pool.query('select key from rate_limits')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/@|example|127\.0\.0\.1|203\.0/)
})

test('requests whose connections have closed count as one network', () => {
  expect(networkOf(undefined)).toBe('')
})

test('an IPv6 address counts by its first 64 bits, an IPv4-mapped one by its IPv4 address', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2')
  expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0')
  expect(networkOf('::1')).toBe('0:0:0:0')
})

async function userCount(): Promise<number> {
  return (await server.db.selectFrom('users').select('id').execute()).length
}
