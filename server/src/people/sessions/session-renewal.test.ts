// rule: session-expiry
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { cookieOf, meStatus, PASSWORD, registered } from '#server/test/builders/account.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { removeSessions, replaceToken } from '../person/user-rows.ts'
import { hashOf } from './sessions.ts'

let now = new Date('2026-12-01T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

const wait = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const confirmed = (cookie: string) => ({
  cookie,
  [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD),
})
const download = (id: string, cookie: string) =>
  visitor(server).get(`/api/users/${id}/export`, confirmed(cookie))
const sessionsOf = async (id: string) =>
  server.db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute()

test('whoever confirms the password gets a new token; the one before ends ten seconds later', async () => {
  const ana = await registered(server)
  const [session] = await sessionsOf(ana.id)
  const other = cookieOf(
    await visitor(server).post('/api/login', { email: ana.email, password: PASSWORD }),
  )
  const otherSession = (await sessionsOf(ana.id)).find(
    ({ session_id }) => session_id !== session!.session_id,
  )
  let cookie = ana.cookie
  for (const confirm of [
    () => download(ana.id, cookie),
    () =>
      visitor(server).delete(
        `/api/users/${ana.id}/sessions/${otherSession!.session_id}`,
        confirmed(cookie),
      ),
    () =>
      visitor(server).post(
        '/api/auth/change-password',
        { current_password: PASSWORD, new_password: 'clear windows 8' },
        { cookie },
      ),
  ]) {
    const answer = await confirm()
    expect(answer.status).toBe(200)
    const next = cookieOf(answer)
    expect(next).toMatch(/^lustra_session=[\w-]{43}$/)
    expect(next).not.toBe(cookie)
    wait(9_999)
    expect([await meStatus(server, cookie), await meStatus(server, next)]).toEqual([200, 200])
    wait(1)
    expect([await meStatus(server, cookie), await meStatus(server, next)]).toEqual([401, 200])
    cookie = next
  }
  expect(await meStatus(server, other)).toBe(401)
  expect((await sessionsOf(ana.id)).map((one) => one.session_id)).toEqual([session!.session_id])
})

test('a wrong password changes no token', async () => {
  const ana = await registered(server)
  const answer = await visitor(server).get(`/api/users/${ana.id}/export`, {
    cookie: ana.cookie,
    [CURRENT_PASSWORD_HEADER]: 'wrong',
  })
  expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
  wait(10_000)
  expect(await meStatus(server, ana.cookie)).toBe(200)
})

test('of two confirmations at once each answers, and one new token is valid', async () => {
  const ana = await registered(server)
  const answers = await Promise.all([download(ana.id, ana.cookie), download(ana.id, ana.cookie)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  wait(10_000)
  const cookies = answers.map(cookieOf).filter(Boolean)
  const valid = await Promise.all(cookies.map((cookie) => meStatus(server, cookie)))
  expect(valid.filter((status) => status === 200)).toHaveLength(1)
  expect(await sessionsOf(ana.id)).toHaveLength(1)
})

test('logging out with the token before ends the session, and notifications of the device stay until then', async () => {
  const ana = await registered(server)
  const device = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/renewed',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  }
  const added = await visitor(server).post('/api/notices/push', device, { cookie: ana.cookie })
  expect(added.status).toBe(200)
  const next = cookieOf(await download(ana.id, ana.cookie))
  const shown = await visitor(server).get('/api/notices/push', { cookie: next })
  expect(shown.body.endpoint).toBe(device.endpoint)
  await visitor(server).post('/api/auth/logout', undefined, { cookie: ana.cookie })
  expect(await meStatus(server, next)).toBe(401)
})

// rule: end-sessions, session-expiry
test('all sessions end, also one whose token is renewed at the same moment', async () => {
  const ana = await registered(server)
  const [session] = await sessionsOf(ana.id)
  const isWaiting = sql<{ waiting: boolean }>`
    select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waiting`
  const renewing = await server.db.startTransaction().execute()
  const next = { tokenHash: hashOf('renewed'), previousUntil: new Date() }
  expect(await replaceToken(renewing, session!.token_hash, next)).toBe(true)
  const ending = removeSessions(server.db, ana.id)
  await expect.poll(async () => (await isWaiting.execute(server.db)).rows[0]!.waiting).toBe(true)
  await renewing.commit().execute()
  expect(await ending).toBe(1)
  expect(await sessionsOf(ana.id)).toEqual([])
})
