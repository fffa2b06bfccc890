// rule: confirmation
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { cookieOf, meStatus, PASSWORD } from '#server/test/builders/account.ts'
import { visitor } from '#server/test/call.ts'
import {
  codeAt,
  confirmed,
  eventKindsOf,
  factorLettersOf,
  factorUser,
  login,
  withTotp,
  wrongCode,
} from '#server/test/harness/factors-harness.ts'
import type { FactorUser } from '#server/test/harness/factors-harness.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const MINUTE_MS = 60_000
const TYPED = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }

let now = new Date('2026-12-01T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(() => later(MINUTE_MS))

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const confirm = (body: unknown, cookie?: string, from = server) =>
  visitor(from).post('/api/auth/confirm', body, cookie ? { cookie } : {})
const confirmedUntil = async ({ id, cookie }: FactorUser) =>
  (await visitor(server).get(`/api/users/${id}/security`, { cookie })).body.confirmed_until

test('the password confirms this session for ten minutes, and renews its token', async () => {
  const user = await factorUser(server)
  const before = user.cookie
  const other = { ...user, cookie: cookieOf(await login(server, user)) }
  expect(await confirmedUntil(user)).toBeNull()
  const { body } = await confirmed(server, user)
  const until = new Date(now.getTime() + 10 * MINUTE_MS).toISOString()
  expect(body).toEqual({ confirmed_until: until })
  expect(user.cookie).not.toBe(before)
  expect(await confirmedUntil(user)).toBe(until)
  expect(await confirmedUntil(other)).toBeNull()
  expect(await meStatus(server, before)).toBe(200)
  later(11_000)
  expect(await meStatus(server, before)).toBe(401)
  later(10 * MINUTE_MS - 11_000)
  expect(await confirmedUntil(user)).toBeNull()
  expect((await eventKindsOf(server, user)).filter((kind) => kind === 'confirmed')).toHaveLength(1)
})

test.each([
  ['a visitor', { password: PASSWORD }, 401, 'not_signed_in'],
  ['a wrong password', { password: 'something else' }, 403, 'wrong_password'],
  ['no password', {}, 422, 'password_required'],
  ['a password that is too long', { password: 'x'.repeat(201) }, 403, 'wrong_password'],
])('%s confirms nothing', async (who, body, status, code) => {
  const user = await factorUser(server)
  const answer = await confirm(body, who === 'a visitor' ? undefined : user.cookie)
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(await confirmedUntil(user)).toBeNull()
})

test('with codes on, the password needs a code, and each code works once', async () => {
  const user = await factorUser(server)
  const { secret } = await withTotp(server, user)
  later(11 * MINUTE_MS)
  const code = codeAt(secret, now)
  const refused = [{}, { code: wrongCode(secret, now) }, { code: 'abcde' }]
  for (const typed of refused) {
    const { status, body } = await confirm({ password: PASSWORD, ...typed }, user.cookie)
    expect([status, body.code]).toEqual([422, 'code_wrong'])
  }
  const wrong = await confirm({ password: 'something else', code }, user.cookie)
  expect(wrong.body.code).toBe('wrong_password')
  expect(await confirmedUntil(user)).toBeNull()
  await confirmed(server, user, code)
  expect(await confirmedUntil(user)).not.toBeNull()
  const again = await confirm({ password: PASSWORD, code }, user.cookie)
  expect(again.body.code).toBe('code_wrong')
  const kinds = await eventKindsOf(server, user)
  expect(kinds.filter((kind) => kind === 'confirm_refused')).toHaveLength(5)
})

test('a recovery code confirms too, once, and a letter tells of it', async () => {
  const user = await factorUser(server)
  const { recoveryCodes } = await withTotp(server, user)
  await confirmed(server, user, recoveryCodes[0])
  expect(await factorLettersOf(server, user)).toEqual(['app_added', 'recovery_code_used'])
  const again = await confirm({ password: PASSWORD, code: recoveryCodes[0] }, user.cookie)
  expect(again.body.code).toBe('code_wrong')
})

test('a session has ten wrong tries an hour, and right ones do not count', async () => {
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => now })
  try {
    const user = await factorUser(strict)
    const other = cookieOf(await login(strict, user))
    for (let time = 0; time < 11; time++) await confirmed(strict, user)
    const wrong = { password: 'something else' }
    const statuses: number[] = []
    for (let time = 0; time < 11; time++) {
      statuses.push((await confirm(wrong, user.cookie, strict)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429])
    const limited = await confirm({ password: PASSWORD }, user.cookie, strict)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    expect((await confirm({ password: PASSWORD }, other, strict)).status).toBe(200)
  } finally {
    await strict.close()
  }
})

// rule: account-export, account-deletion
test('with codes on, download and deletion need a confirmed session besides the password', async () => {
  const user = await factorUser(server)
  const { secret } = await withTotp(server, user)
  later(11 * MINUTE_MS)
  const path = `/api/users/${user.id}`
  const headers = () => ({ cookie: user.cookie, ...TYPED })
  for (const answer of [
    await visitor(server).get(`${path}/export`, headers()),
    await visitor(server).delete(path, headers()),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([403, 'confirm_first'])
  }
  expect(await meStatus(server, user.cookie)).toBe(200)
  await confirmed(server, user, codeAt(secret, now))
  expect((await visitor(server).get(`${path}/export`, { cookie: user.cookie })).body.code).toBe(
    'password_required',
  )
  const { status, body, ...download } = await visitor(server).get(`${path}/export`, headers())
  expect(status).toBe(200)
  expect(body.app_codes).toMatchObject({ confirmed_at: expect.any(String) })
  expect(body.recovery_codes).toHaveLength(10)
  expect(JSON.stringify(body)).not.toContain(secret)
  user.cookie = cookieOf(download)
  expect((await visitor(server).delete(path, headers())).status).toBe(200)
  for (const table of ['totp_secrets', 'recovery_codes', 'sign_in_attempts'] as const) {
    const rows = await server.db
      .selectFrom(table)
      .select('user_id')
      .where('user_id', '=', user.id)
      .execute()
    expect(rows).toEqual([])
  }
})

test('without a factor, download and deletion need the password alone', async () => {
  const user = await factorUser(server)
  const headers = { cookie: user.cookie, ...TYPED }
  expect((await visitor(server).get(`/api/users/${user.id}/export`, headers)).status).toBe(200)
})
