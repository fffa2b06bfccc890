// rule: operator-sign-in, operators, operator-sessions
import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#server/test/audit.ts'
import { Authenticator } from '#server/test/builders/authenticator.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { visitor } from '#server/test/call.ts'
import { registered, PASSWORD } from '#server/test/builders/account.ts'
import { codeAt, wrongCode } from '#server/test/harness/factors-harness.ts'
import { letterBox } from '#server/test/builders/letters.ts'
import type { LetterBox } from '#server/test/builders/letters.ts'
import {
  addedOperator,
  enrolledOperator,
  enrolmentPath,
  operatorCookieOf,
  operatorFactor,
  operatorLogin,
  OPERATOR_PASSWORD,
  signedInOperator,
} from '#server/test/harness/operator-sign-in-harness.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { rotateOperatorKeys } from '../operators/rotate-operator-keys.ts'

const MINUTE_MS = 60_000
const STEP_MS = 30_000

let server: TestServer
let box: LetterBox
let now = NOW
const wait = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
beforeAll(async () => {
  box = await letterBox()
  server = await testServer({ MAIL_URL: box.url, RATE_LIMIT_SCALE: '1' }, { now: () => now })
})
afterAll(async () => {
  await server.close()
  await box.close()
})

const me = (cookie: string) => visitor(server).get('/api/operator/me', { cookie })
async function attemptOf(email: string) {
  return String((await operatorLogin(server, email)).body.second_factor.attempt)
}
/** An operator whose factor is a passkey. */
async function withPasskey() {
  const { email, token } = await addedOperator(server)
  const authenticator = new Authenticator()
  const { body } = await visitor(server).get(enrolmentPath(token))
  const passkey = authenticator.create(body.passkey_options)
  await visitor(server).post(enrolmentPath(token), { password: OPERATOR_PASSWORD, passkey })
  return { email, authenticator }
}
const passkeyOptions = async () =>
  (await visitor(server).post('/api/operator/login/passkey/options')).body.options

test('the password alone starts no session; the code does, with a cookie of its own and a letter', async () => {
  const { email, secret } = await enrolledOperator(server)
  wait(STEP_MS)
  const first = await operatorLogin(server, email.toUpperCase())
  expect([first.status, first.headers['set-cookie']]).toEqual([200, undefined])
  expect(first.body).toEqual({
    second_factor: {
      attempt: expect.stringMatching(/^[\w-]{43}$/),
      methods: ['totp'],
      expires_at: new Date(now.getTime() + 5 * MINUTE_MS).toISOString(),
    },
  })
  const proof = { attempt: first.body.second_factor.attempt, code: codeAt(secret, now) }
  const second = await operatorFactor(server, proof)
  expect(second.body).toEqual({
    operator: { id: expect.any(String), email, name: 'Olga Reis' },
    expires_at: new Date(now.getTime() + 60 * MINUTE_MS).toISOString(),
  })
  expect(String(second.headers['set-cookie'])).toMatch(
    /^lustra_operator=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict,/,
  )
  const shown = await me(operatorCookieOf(second))
  expect(shown.body).toMatchObject({ operator: { email }, confirmed_until: null })
  await runDueJobs(server.context)
  const letters = await box.takeNewLetters()
  expect(letters.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
    [email, 'New sign-in to the Lustra console'],
  ])
  const { id } = second.body.operator
  expect((await auditEntries(server, { id })).at(-1)).toMatchObject({
    action: 'sign_in',
    operator: id,
    reason: 'password_and_code',
  })
})

test('who is unknown, has not enrolled or is a user gets one answer, and no attempt begins', async () => {
  const { email } = await addedOperator(server)
  const enrolled = await enrolledOperator(server)
  const user = await registered(server)
  for (const [typed, password] of [
    ['nobody@example.com', OPERATOR_PASSWORD],
    [email, OPERATOR_PASSWORD],
    [enrolled.email, 'another password 12'],
    [user.email, PASSWORD],
  ] as const) {
    const { status, body } = await operatorLogin(server, typed, password)
    expect([status, body]).toEqual([
      401,
      { detail: 'Invalid email or password', code: 'invalid_credentials' },
    ])
  }
  const asUser = await visitor(server).post('/api/login', {
    email: enrolled.email,
    password: OPERATOR_PASSWORD,
  })
  expect(asUser.status).toBe(401)
})

test('a code works once, and an attempt ends with success and with the fifth wrong code', async () => {
  const { email, secret } = await enrolledOperator(server)
  wait(STEP_MS)
  const code = codeAt(secret, now)
  const attempts = [await attemptOf(email), await attemptOf(email)]
  const both = await Promise.all(
    attempts.map((attempt) => operatorFactor(server, { attempt, code })),
  )
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  const used = attempts[both.findIndex(({ status }) => status === 200)]!
  expect((await operatorFactor(server, { attempt: used, code })).body.code).toBe('attempt_ended')
  const attempt = await attemptOf(email)
  for (let turn = 0; turn < 5; turn++) {
    const wrong = await operatorFactor(server, { attempt, code: wrongCode(secret, now) })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'second_factor_wrong'])
  }
  wait(STEP_MS)
  const late = await operatorFactor(server, { attempt, code: codeAt(secret, now) })
  expect([late.status, late.body.code]).toEqual([401, 'attempt_ended'])
})

test('an attempt ends after five minutes', async () => {
  const { email, secret } = await enrolledOperator(server)
  const attempt = await attemptOf(email)
  wait(5 * MINUTE_MS - 1)
  const early = await operatorFactor(server, { attempt, code: wrongCode(secret, now) })
  expect(early.body.code).toBe('second_factor_wrong')
  wait(1)
  const late = await operatorFactor(server, { attempt, code: codeAt(secret, now) })
  expect(late.body.code).toBe('attempt_ended')
})

test('ten wrong passwords and codes of one email and network are the most in 15 minutes', async () => {
  const { email } = await enrolledOperator(server)
  const other = await enrolledOperator(server)
  for (let turn = 0; turn < 10; turn++)
    expect((await operatorLogin(server, email, 'wrong')).status).toBe(401)
  const refused = await operatorLogin(server, email)
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await operatorLogin(server, other.email)).status).toBe(200)
})

test('a passkey is the second step, signs in alone, and confirms', async () => {
  const { email, authenticator } = await withPasskey()
  const { body } = await operatorLogin(server, email)
  expect(body.second_factor.methods).toEqual(['passkey'])
  const { attempt, passkey_options } = body.second_factor
  const stranger = new Authenticator()
  stranger.create(
    (await visitor(server).get(enrolmentPath((await addedOperator(server)).token))).body
      .passkey_options,
  )
  const wrong = await operatorFactor(server, { attempt, passkey: stranger.get(passkey_options) })
  expect(wrong.body.code).toBe('second_factor_wrong')
  const again = (await operatorLogin(server, email)).body.second_factor
  const passkey = authenticator.get(again.passkey_options)
  expect((await operatorFactor(server, { attempt: again.attempt, passkey })).status).toBe(200)

  const response = authenticator.get(await passkeyOptions())
  const signedIn = await visitor(server).post('/api/operator/login/passkey', { response })
  expect([signedIn.status, signedIn.body.operator.email]).toEqual([200, email])
  const replayed = await visitor(server).post('/api/operator/login/passkey', { response })
  expect([replayed.status, replayed.body.code]).toEqual([401, 'passkey_refused'])

  const cookie = operatorCookieOf(signedIn)
  const confirmed = await visitor(server).post(
    '/api/operator/confirm',
    { passkey: authenticator.get(await passkeyOptions()) },
    { cookie },
  )
  expect(confirmed.body).toEqual({
    confirmed_until: new Date(now.getTime() + 10 * MINUTE_MS).toISOString(),
  })
  const asPerson = await visitor(server).post('/api/login/passkey', {
    response: authenticator.get(
      (await visitor(server).post('/api/login/passkey/options')).body.options,
    ),
  })
  expect(asPerson.status).toBe(401)
})

test('a new code confirms for ten minutes and renews the token; ten wrong ones an hour are the most', async () => {
  const operator = await enrolledOperator(server)
  wait(STEP_MS)
  const { cookie } = await signedInOperator(server, operator)
  const confirm = (code: string, by = cookie) =>
    visitor(server).post('/api/operator/confirm', { code }, { cookie: by })
  expect((await confirm(codeAt(operator.secret, now))).body.code).toBe('code_wrong')
  wait(STEP_MS)
  const confirmed = await confirm(codeAt(operator.secret, now))
  const until = new Date(now.getTime() + 10 * MINUTE_MS).toISOString()
  expect([confirmed.status, confirmed.body]).toEqual([200, { confirmed_until: until }])
  const next = operatorCookieOf(confirmed)
  expect(next).not.toBe(cookie)
  expect((await me(cookie)).body.confirmed_until).toBe(until)
  wait(10_000 - 1)
  expect((await me(cookie)).status).toBe(200)
  wait(1)
  expect((await me(cookie)).status).toBe(401)
  expect((await me(next)).status).toBe(200)
  for (let turn = 1; turn < 10; turn++)
    expect((await confirm(wrongCode(operator.secret, now), next)).status).toBe(422)
  const refused = await confirm(wrongCode(operator.secret, now), next)
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect((await visitor(server).post('/api/operator/confirm', { code: '123456' })).status).toBe(401)
})

test('after the keys were rotated, codes and links are still right and the old key is not needed', async () => {
  const operator = await enrolledOperator(server)
  const { token } = await addedOperator(server)
  const { verificationKeys: keys } = server.context
  const newKey = createSecretKey(randomBytes(32))
  const byName = new Map([...keys.byName, ['newer', newKey] as const])
  const context = { ...server.context, verificationKeys: { ...keys, newest: 'newer', byName } }
  const why = { doneBy: 'cli:olga', reason: 'yearly' }
  expect(await rotateOperatorKeys(context, why)).toBeGreaterThan(1)
  expect(await rotateOperatorKeys(context, why)).toBe(0)
  Object.assign(keys, { newest: 'newer', byName: new Map([['newer', newKey]]) })
  wait(STEP_MS)
  expect((await signedInOperator(server, operator)).answer.status).toBe(200)
  expect((await visitor(server).get(enrolmentPath(token))).status).toBe(200)
})
