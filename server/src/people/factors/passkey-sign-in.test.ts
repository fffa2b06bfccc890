// rule: passkeys
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf, meStatus } from '#server/test/builders/account.ts'
import { Authenticator } from '#server/test/builders/authenticator.ts'
import { visitor } from '#server/test/call.ts'
import {
  confirmed,
  eventKindsOf,
  factorUser,
  login,
  secondFactor,
} from '#server/test/harness/factors-harness.ts'
import type { FactorUser } from '#server/test/harness/factors-harness.ts'
import { addPasskey, passkeyCallsOf, signInResponse } from '#server/test/harness/passkey-harness.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const MINUTE_MS = 60_000

let now = new Date('2026-12-01T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

async function passkeyUser() {
  const user = await factorUser(server)
  const authenticator = new Authenticator()
  await confirmed(server, user)
  const { body } = await addPasskey(server, user, authenticator)
  return { user, authenticator, passkeyId: String(body.passkey.id), codes: body.recovery_codes }
}

const signIn = (response: unknown, headers = {}) =>
  visitor(server).post('/api/login/passkey', { response }, headers)
const confirm = (user: FactorUser, response: unknown) =>
  visitor(server).post('/api/auth/confirm', { passkey: response }, { cookie: user.cookie })
const sessionCount = async ({ id }: FactorUser) =>
  (await server.db.selectFrom('sessions').where('user_id', '=', id).select('session_id').execute())
    .length

test('a passkey alone signs in, answers as login does, and ends the session before', async () => {
  const { user, authenticator } = await passkeyUser()
  const response = await signInResponse(server, authenticator)
  const answer = await signIn(response, { cookie: user.cookie })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ id: user.id, user: { id: user.id, email: user.email } })
  expect(await meStatus(server, cookieOf(answer))).toBe(200)
  expect(await meStatus(server, user.cookie)).toBe(401)
  const signedIn = { ...user, cookie: cookieOf(answer) }
  const { body } = await passkeyCallsOf(server, signedIn).security()
  expect(body.passkeys[0].last_used_at).toBe(now.toISOString())
  expect(body.confirmed_until).toBeNull()
  expect(await eventKindsOf(server, user)).toContain('sign_in')
})

test('options to sign in name no passkey, and their challenge is stored as a hash', async () => {
  const { options } = (await visitor(server).post('/api/login/passkey/options')).body
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(options.allowCredentials).toBeUndefined()
  const rows = await server.db.selectFrom('webauthn_challenges').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(options.challenge)
})

test.each([
  ['of another origin', { origin: 'https://evil.test' }],
  ['without user verification', { verified: false }],
  ['whose counter did not grow', { counter: 1 }],
])('an answer %s signs nobody in', async (_what, damage) => {
  const { user, authenticator } = await passkeyUser()
  expect((await signIn(await signInResponse(server, authenticator))).status).toBe(200)
  const before = await sessionCount(user)
  const { body } = await visitor(server).post('/api/login/passkey/options')
  const answer = await signIn(authenticator.get(body.options, damage))
  expect([answer.status, answer.body.code]).toEqual([401, 'passkey_refused'])
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(await sessionCount(user)).toBe(before)
})

test('a passkey that stops counting signs in, and a clone that counts on from before does not', async () => {
  const { authenticator } = await passkeyUser()
  const signInWith = async (counter: number) => {
    const { body } = await visitor(server).post('/api/login/passkey/options')
    return (await signIn(authenticator.get(body.options, { counter }))).status
  }
  expect(await signInWith(7)).toBe(200)
  expect(await signInWith(0)).toBe(200)
  expect(await signInWith(0)).toBe(200)
  expect(await signInWith(7)).toBe(401)
  expect(await signInWith(6)).toBe(401)
  expect(await signInWith(8)).toBe(200)
})

test('of ten sign-ins at once with one answer of the browser, one succeeds', async () => {
  const { user, authenticator } = await passkeyUser()
  const response = await signInResponse(server, authenticator)
  const before = await sessionCount(user)
  const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(response)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array(9).fill(401),
  ])
  expect(await sessionCount(user)).toBe(before + 1)
})

test('a challenge ends after five minutes, and one that we did not make is refused', async () => {
  const { authenticator } = await passkeyUser()
  const response = await signInResponse(server, authenticator)
  later(5 * MINUTE_MS)
  expect((await signIn(response)).body.code).toBe('passkey_refused')
  const own = authenticator.get({
    challenge: Buffer.from('a challenge of mine').toString('base64url'),
  })
  expect((await signIn(own)).body.code).toBe('passkey_refused')
  expect((await signIn({ id: 'x', response: { clientDataJSON: 'x' } })).body.code).toBe(
    'passkey_refused',
  )
  expect((await signIn('x')).body.code).toBe('passkey_refused')
})

test('a passkey that was removed signs nobody in', async () => {
  const { user, authenticator, passkeyId } = await passkeyUser()
  const response = await signInResponse(server, authenticator)
  await passkeyCallsOf(server, user).remove(passkeyId)
  expect((await signIn(response)).body.code).toBe('passkey_refused')
  expect((await login(server, user)).status).toBe(200)
})

// rule: second-factor
test('with a passkey on, the password asks for it, and its answer completes the login once', async () => {
  const { user, authenticator } = await passkeyUser()
  const { status, body } = await login(server, user)
  expect([status, body.code]).toEqual([401, 'second_factor_required'])
  const { attempt, methods, passkey_options: options } = body.second_factor
  expect(methods).toEqual(['passkey', 'recovery_code'])
  expect(options.allowCredentials).toHaveLength(1)
  const proof = { attempt, passkey: authenticator.get(options) }
  const answer = await secondFactor(server, proof)
  expect([answer.status, answer.body.id]).toEqual([200, user.id])
  expect((await secondFactor(server, proof)).body.code).toBe('attempt_ended')
})

// rule: second-factor
test("another person's passkey does not complete a login", async () => {
  const [{ user, authenticator }, other] = [await passkeyUser(), await passkeyUser()]
  const { body } = await login(server, user)
  const { attempt, passkey_options: options } = body.second_factor
  const wrong = await secondFactor(server, { attempt, passkey: other.authenticator.get(options) })
  expect(wrong.body.code).toBe('second_factor_wrong')
  const free = await signInResponse(server, authenticator)
  expect((await secondFactor(server, { attempt, passkey: free })).body.code).toBe(
    'second_factor_wrong',
  )
})

// rule: confirmation
test("a passkey confirms its user's session, and no other one", async () => {
  const [{ user, authenticator }, other] = [await passkeyUser(), await passkeyUser()]
  later(11 * MINUTE_MS)
  const foreign = await confirm(user, await signInResponse(server, other.authenticator))
  expect([foreign.status, foreign.body.code]).toEqual([401, 'passkey_refused'])
  expect(await meStatus(server, user.cookie)).toBe(200)
  expect(await eventKindsOf(server, user)).toContain('confirm_refused')
  const answer = await confirm(user, await signInResponse(server, authenticator))
  expect(answer.body).toEqual({
    confirmed_until: new Date(now.getTime() + 10 * MINUTE_MS).toISOString(),
  })
  user.cookie = cookieOf(answer)
  expect((await passkeyCallsOf(server, user).options()).status).toBe(200)
})

// rule: confirmation
test('with a passkey alone, the password confirms with a recovery code', async () => {
  const { user, codes } = await passkeyUser()
  later(11 * MINUTE_MS)
  await confirmed(server, user, codes[0])
  expect((await passkeyCallsOf(server, user).security()).body.confirmed_until).not.toBeNull()
})
