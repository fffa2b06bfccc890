// rule: second-factor
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cookieOf, meStatus, PASSWORD } from '#server/test/builders/account.ts'
import { visitor } from '#server/test/call.ts'
import {
  attemptOf,
  codeAt,
  eventKindsOf,
  factorLettersOf,
  factorUser,
  login,
  secondFactor,
  withTotp,
  wrongCode,
} from '#server/test/harness/factors-harness.ts'
import type { FactorUser } from '#server/test/harness/factors-harness.ts'
import { tokenOfNewestLetter } from '#server/test/builders/letter-tokens.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { queuedJobs } from '#server/test/queue.ts'
import { sendKnownPasswordLetter } from '../sessions/guess-letter.ts'
import { sendResetMail } from '#server/account/email/password-reset.ts'

const MINUTE_MS = 60_000

let now = new Date('2026-12-01T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
// A step that no code of an earlier test used.
beforeEach(() => later(MINUTE_MS))

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

async function protectedUser(): Promise<{ user: FactorUser; secret: string; codes: string[] }> {
  const user = await factorUser(server)
  const { secret, recoveryCodes: codes } = await withTotp(server, user)
  later(MINUTE_MS)
  return { user, secret, codes }
}

const sessionsOf = ({ id }: FactorUser) =>
  server.db.selectFrom('sessions').where('user_id', '=', id).select('session_id').execute()

test('with codes on, the right password alone signs nobody in', async () => {
  const { user } = await protectedUser()
  const before = await sessionsOf(user)
  const { status, body, headers } = await login(server, user)
  expect([status, body.code]).toEqual([401, 'second_factor_required'])
  expect(body.detail).toBe('Please confirm with your passkey or a code.')
  const { attempt, ...rest } = body.second_factor
  const expires_at = new Date(now.getTime() + 5 * MINUTE_MS).toISOString()
  expect(rest).toEqual({ methods: ['totp', 'recovery_code'], expires_at })
  expect(headers['set-cookie']).toBeUndefined()
  expect(await sessionsOf(user)).toEqual(before)
  const { rows } = await sql`select * from sign_in_attempts where user_id = ${user.id}`.execute(
    server.db,
  )
  expect(JSON.stringify(rows)).not.toContain(attempt)
})

test('a wrong password says nothing about factors', async () => {
  const { user } = await protectedUser()
  const body = { email: user.email, password: 'something else' }
  const answer = await visitor(server).post('/api/login', body)
  expect([answer.status, answer.body]).toEqual([
    401,
    { code: 'invalid_credentials', detail: 'Invalid email or password' },
  ])
})

test('the code of the app completes the login, and answers as login does', async () => {
  const { user, secret } = await protectedUser()
  const attempt = await attemptOf(server, user)
  const answer = await secondFactor(server, { attempt, code: codeAt(secret, now) })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ id: user.id, user: { id: user.id, email: user.email } })
  expect(await meStatus(server, cookieOf(answer))).toBe(200)
  expect((await secondFactor(server, { attempt, code: codeAt(secret, now) })).body.code).toBe(
    'attempt_ended',
  )
})

// rule: app-codes
test('a code works once, the one before it is accepted, and an older or a later one is not', async () => {
  const { user, secret } = await protectedUser()
  const enter = async (steps: number) => {
    const attempt = await attemptOf(server, user)
    return (await secondFactor(server, { attempt, code: codeAt(secret, now, steps) })).status
  }
  expect(await enter(-2)).toBe(401)
  expect(await enter(1)).toBe(401)
  expect(await enter(-1)).toBe(200)
  expect(await enter(-1)).toBe(401)
  expect(await enter(0)).toBe(200)
  expect(await enter(0)).toBe(401)
  expect(await enter(-1)).toBe(401)
})

// rule: app-codes
test('of ten logins at once with one code, one succeeds', async () => {
  const { user, secret } = await protectedUser()
  const attempts = await Promise.all(Array.from({ length: 10 }, () => attemptOf(server, user)))
  const code = codeAt(secret, now)
  const answers = await Promise.all(
    attempts.map((attempt) => secondFactor(server, { attempt, code })),
  )
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([200, ...Array(9).fill(401)])
})

test('the fifth wrong code ends the attempt, and then the right one is refused too', async () => {
  const { user, secret } = await protectedUser()
  const before = await sessionsOf(user)
  const attempt = await attemptOf(server, user)
  const code = wrongCode(secret, now)
  for (let time = 0; time < 5; time++) {
    const { status, body } = await secondFactor(server, { attempt, code })
    expect([status, body.code]).toEqual([401, 'second_factor_wrong'])
  }
  const right = await secondFactor(server, { attempt, code: codeAt(secret, now) })
  expect([right.status, right.body]).toEqual([
    401,
    { code: 'attempt_ended', detail: 'Please log in again.' },
  ])
  expect(await sessionsOf(user)).toEqual(before)
  const refused = (await eventKindsOf(server, user)).filter((kind) => kind.endsWith('_refused'))
  expect(refused).toEqual(Array(5).fill('second_factor_refused'))
})

test('of twenty wrong codes at once for one attempt, five are checked', async () => {
  const { user, secret } = await protectedUser()
  const attempt = await attemptOf(server, user)
  const code = wrongCode(secret, now)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => secondFactor(server, { attempt, code })),
  )
  const codes = answers.map(({ body }) => String(body.code)).toSorted((a, b) => a.localeCompare(b))
  expect(codes).toEqual([
    ...Array(15).fill('attempt_ended'),
    ...Array(5).fill('second_factor_wrong'),
  ])
})

test('an attempt ends after five minutes, and with a new password', async () => {
  const { user, secret } = await protectedUser()
  const old = await attemptOf(server, user)
  later(5 * MINUTE_MS)
  expect((await secondFactor(server, { attempt: old, code: codeAt(secret, now) })).body.code).toBe(
    'attempt_ended',
  )
  const attempt = await attemptOf(server, user)
  const change = { current_password: PASSWORD, new_password: 'another floor 9' }
  await visitor(server).post('/api/auth/change-password', change, { cookie: user.cookie })
  expect((await secondFactor(server, { attempt, code: codeAt(secret, now) })).body.code).toBe(
    'attempt_ended',
  )
})

test.each([
  ['no token', { code: '123456' }, 'attempt_ended'],
  ['an unknown token', { attempt: 'x'.repeat(43), code: '123456' }, 'attempt_ended'],
  ['nothing to prove', { attempt: 'x'.repeat(43) }, 'invalid_input'],
  ['two proofs', { attempt: 'x', code: '1', recovery_code: 'a' }, 'invalid_input'],
  ['a text that is too long', { attempt: 'x', code: '1'.repeat(61) }, 'second_factor_wrong'],
])('a second step with %s is refused', async (_what, proof, code) => {
  expect((await secondFactor(server, proof)).body.code).toBe(code)
})

// rule: recovery-codes, second-factor
test('a recovery code completes the login once, however it is typed, and a letter tells of it', async () => {
  const { user, codes } = await protectedUser()
  const typed = ` ${codes[0]!.toUpperCase().replaceAll('-', ' ')} `
  const use = async () =>
    secondFactor(server, { attempt: await attemptOf(server, user), recovery_code: typed })
  const first = await use()
  expect(first.status).toBe(200)
  expect(await meStatus(server, user.cookie)).toBe(200)
  expect((await use()).body.code).toBe('second_factor_wrong')
  const { body } = await visitor(server).get(`/api/users/${user.id}/security`, {
    cookie: cookieOf(first),
  })
  expect(body.recovery_codes_left).toBe(9)
  expect((await factorLettersOf(server, user)).at(-1)).toBe('recovery_code_used')
  expect(await eventKindsOf(server, user)).toContain('recovery_code_used')
})

test('a login with a recovery code can sign the other devices out', async () => {
  const { user, codes } = await protectedUser()
  const proof = { attempt: await attemptOf(server, user), recovery_code: codes[0] }
  const answer = await secondFactor(server, { ...proof, sign_out_others: true })
  expect(await meStatus(server, cookieOf(answer))).toBe(200)
  expect(await meStatus(server, user.cookie)).toBe(401)
})

// rule: recovery-codes
test("of ten logins at once with one recovery code, one succeeds, and another person's is wrong", async () => {
  const [{ user, codes }, other] = [await protectedUser(), await protectedUser()]
  const attempts = await Promise.all(Array.from({ length: 10 }, () => attemptOf(server, user)))
  const foreign = { attempt: await attemptOf(server, user), recovery_code: other.codes[0] }
  expect((await secondFactor(server, foreign)).body.code).toBe('second_factor_wrong')
  const answers = await Promise.all(
    attempts.map((attempt) => secondFactor(server, { attempt, recovery_code: codes[0] })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array(9).fill(401),
  ])
})

test('a password reset does not bypass the factor', async () => {
  const { user } = await protectedUser()
  await visitor(server).post('/api/auth/forgot-password', { email: user.email })
  await sendResetMail(server.context, { user_id: user.id })
  const token = await tokenOfNewestLetter(server, 'reset-password')
  const reset = { token, new_password: 'another floor 9' }
  expect((await visitor(server).post('/api/auth/reset-password', reset)).status).toBe(200)
  const body = { email: user.email, password: 'another floor 9' }
  expect((await visitor(server).post('/api/login', body)).body.code).toBe('second_factor_required')
})

// rule: login-guesses
test(
  'wrong codes count as guesses, and more than twenty a day send one letter',
  { timeout: 120_000 },
  async () => {
    const strict = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => now })
    try {
      const user = await factorUser(strict)
      const { secret } = await withTotp(strict, user)
      later(MINUTE_MS)
      const code = wrongCode(secret, now)
      const statuses: number[] = []
      for (const network of ['2001:db8:1::1', '2001:db8:2::1', '2001:db8:3::1']) {
        const from = { 'x-forwarded-for': network }
        for (let time = 0; time < 11; time++) {
          const { body } = await login(strict, user, from)
          const attempt = String(body.second_factor?.attempt)
          statuses.push((await secondFactor(strict, { attempt, code }, from)).status)
        }
      }
      expect(statuses.filter((status) => status === 401).length).toBeGreaterThan(20)
      const limited = await login(strict, user, { 'x-forwarded-for': '2001:db8:3::1' })
      expect([limited.status, limited.body.code]).toEqual([429, 'too_many_requests'])
      expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
      const jobs = await queuedJobs(strict.db, 'send-known-password-letter')
      expect(jobs.map(({ payload }) => payload)).toEqual([{ user_id: user.id }])
      await sendKnownPasswordLetter(strict.context, { user_id: user.id })
      const letter = await PostalMime.parse((await strict.letters()).at(-1)!)
      expect(letter.subject).toBe('Someone knows your password.')
      expect(letter.text).toContain('Set a new password:\nhttp://localhost:3000/forgot-password\n')
    } finally {
      await strict.close()
    }
  },
)
