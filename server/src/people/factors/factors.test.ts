// rule: second-factor, app-codes, recovery-codes
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { meStatus } from '#server/test/builders/account.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import {
  attemptOf,
  codeAt,
  confirmed,
  eventKindsOf,
  factorLettersOf,
  factorUser,
  login,
  secondFactor,
  withTotp,
  wrongCode,
} from '#server/test/harness/factors-harness.ts'
import type { FactorUser } from '#server/test/harness/factors-harness.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { sendFactorLetter } from './factor-letter.ts'

const MINUTE_MS = 60_000

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

/** Calls of a user about their own factors. */
function callsOf(user: FactorUser) {
  const path = `/api/users/${user.id}`
  const post = (end: string, body?: unknown) =>
    visitor(server).post(`${path}/${end}`, body, { cookie: user.cookie })
  const remove = (end: string) => visitor(server).delete(`${path}/${end}`, { cookie: user.cookie })
  const security = async () =>
    (await visitor(server).get(`${path}/security`, { cookie: user.cookie })).body
  return { post, remove, security }
}

const storedFactors = async () => {
  const { rows } = await sql`
    select (select jsonb_agg(to_jsonb(t) order by user_id) from totp_secrets as t) as secrets,
      (select jsonb_agg(to_jsonb(c) order by code_hash) from recovery_codes as c) as codes`.execute(
    server.db,
  )
  return rows[0]
}

test('the first code of the app switches codes on, and answers ten recovery codes once', async () => {
  const user = await factorUser(server)
  await confirmed(server, user)
  const { post, security } = callsOf(user)
  const begun = await post('totp')
  expect(begun.status).toBe(200)
  const { secret, otpauth_url, expires_at } = begun.body
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(otpauth_url).toContain(`otpauth://totp/Lustra:${encodeURIComponent(user.email)}?`)
  expect(new URL(otpauth_url).searchParams.get('secret')).toBe(secret)
  expect(expires_at).toBe(new Date(now.getTime() + 10 * MINUTE_MS).toISOString())
  expect((await login(server, user)).status).toBe(200)
  expect(await security()).toMatchObject({ totp: false, recovery_codes_left: 0 })

  const wrong = await post('totp/confirm', { code: wrongCode(secret, now) })
  expect([wrong.status, wrong.body]).toEqual([
    422,
    { code: 'code_wrong', detail: 'This code is not right. Please try again.' },
  ])
  const on = await post('totp/confirm', { code: codeAt(secret, now) })
  expect(on.status).toBe(200)
  expect(new Set(on.body.recovery_codes).size).toBe(10)
  for (const code of on.body.recovery_codes) expect(code).toMatch(/^([a-z2-7]{5}-){4}[a-z2-7]{5}$/)
  expect(await security()).toMatchObject({ totp: true, recovery_codes_left: 10 })
  expect((await post('totp/confirm', { code: codeAt(secret, now) })).body.code).toBe('code_wrong')
  const again = await post('totp')
  expect([again.status, again.body.code]).toEqual([409, 'already_so'])
  expect(await factorLettersOf(server, user)).toEqual(['app_added'])
  expect(await eventKindsOf(server, user)).toContain('factor_added')

  const stored = JSON.stringify(await storedFactors())
  for (const kept of [secret, ...on.body.recovery_codes]) expect(stored).not.toContain(kept)
})

test('a first code after ten minutes is refused, and nobody is asked for one', async () => {
  const user = await factorUser(server)
  await confirmed(server, user)
  const { post } = callsOf(user)
  const { secret } = (await post('totp')).body
  later(10 * MINUTE_MS)
  expect((await post('totp/confirm', { code: codeAt(secret, now) })).body.code).toBe('code_wrong')
  expect((await login(server, user)).status).toBe(200)
})

test('of two first codes at once, one answers recovery codes', async () => {
  const user = await factorUser(server)
  await confirmed(server, user)
  const { post } = callsOf(user)
  const { secret } = (await post('totp')).body
  const code = codeAt(secret, now)
  const answers = await Promise.all([
    post('totp/confirm', { code }),
    post('totp/confirm', { code }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(await factorLettersOf(server, user)).toEqual(['app_added'])
})

test('without its factor an account has no recovery codes, and signs in with the password', async () => {
  const user = await factorUser(server)
  await withTotp(server, user)
  const { remove, post, security } = callsOf(user)
  for (let time = 0; time < 2; time++) {
    const { status, body } = await remove('totp')
    expect([status, body]).toEqual([200, { totp: false }])
  }
  expect(await security()).toMatchObject({ totp: false, recovery_codes_left: 0 })
  expect((await login(server, user)).status).toBe(200)
  expect(await factorLettersOf(server, user)).toEqual(['app_added', 'app_removed'])
  const kinds = await eventKindsOf(server, user)
  expect(kinds.filter((kind) => kind === 'factor_removed')).toHaveLength(1)
  const renewed = await post('recovery-codes')
  expect([renewed.status, renewed.body.code]).toEqual([404, 'not_found'])
})

test('new recovery codes end the ones before', async () => {
  const user = await factorUser(server)
  const { recoveryCodes } = await withTotp(server, user)
  const { body } = await callsOf(user).post('recovery-codes')
  expect(body.recovery_codes).toHaveLength(10)
  const enter = async (recovery_code: string) =>
    (await secondFactor(server, { attempt: await attemptOf(server, user), recovery_code })).status
  expect(await enter(recoveryCodes[0]!)).toBe(401)
  expect(await enter(body.recovery_codes[0])).toBe(200)
  expect(await factorLettersOf(server, user)).toContain('recovery_codes_renewed')
})

test('each change can sign the other devices out, and this one stays', async () => {
  const user = await factorUser(server)
  const { secret } = await withTotp(server, user)
  const { remove, post } = callsOf(user)
  const other = async () => {
    later(MINUTE_MS)
    const answer = await login(server, user)
    if (answer.status === 200) return answer
    const attempt = answer.body.second_factor.attempt
    return secondFactor(server, { attempt, code: codeAt(secret, now) })
  }
  const isOtherSignedIn = async (change: () => Promise<unknown>) => {
    const cookie = /lustra_session=[^;]*/.exec(String((await other()).headers['set-cookie']))![0]
    await change()
    expect(await meStatus(server, user.cookie)).toBe(200)
    return meStatus(server, cookie)
  }
  expect(await isOtherSignedIn(() => post('recovery-codes'))).toBe(200)
  expect(await isOtherSignedIn(() => post('recovery-codes', { sign_out_others: true }))).toBe(401)
  expect(await isOtherSignedIn(() => remove('totp?sign_out_others=true'))).toBe(401)
})

const CHANGES = [
  ['POST', 'totp'],
  ['DELETE', 'totp'],
  ['POST', 'recovery-codes'],
] as const

// rule: confirmation
test.each(CHANGES)(
  '%s %s needs a confirmed session, and writes nothing without',
  async (method, end) => {
    const user = await factorUser(server)
    await withTotp(server, user)
    later(11 * MINUTE_MS)
    const before = await storedFactors()
    const { post, remove } = callsOf(user)
    const answer = await (method === 'POST' ? post(end) : remove(end))
    expect([answer.status, answer.body]).toEqual([
      403,
      { code: 'confirm_first', detail: 'Please confirm first that it is you.' },
    ])
    expect(await storedFactors()).toEqual(before)
  },
)

test.each([...CHANGES, ['POST', 'totp/confirm'], ['GET', 'security']] as const)(
  '%s %s is only for the user, of either role',
  async (method, end) => {
    const owner = await factorUser(server)
    await withTotp(server, owner)
    const other = await factorUser(server)
    await confirmed(server, other)
    const before = await storedFactors()
    const url = `/api/users/${owner.id}/${end}`
    const call = async (caller: { cookie: string }) => {
      const headers: Record<string, string> = { cookie: caller.cookie }
      if (method === 'GET') return visitor(server).get(url, headers)
      if (method === 'DELETE') return visitor(server).delete(url, headers)
      return visitor(server).post(url, { code: '123456' }, headers)
    }
    expect((await call({ cookie: '' })).body.code).toBe('not_signed_in')
    expect((await call(other)).body.code).toBe('not_yours')
    expect(await storedFactors()).toEqual(before)
    const grace = await buildProfessional(server)
    const { body } = await (await as(server, grace)).get(`/api/users/${grace.id}/security`)
    expect(body).toMatchObject({ totp: false, known_devices: 0, confirmed_until: null })
  },
)

test.each([
  ['en', 'Codes from an app are on', 'Check my settings'],
  ['pt', 'Os códigos de um aplicativo estão ativados', 'Ver minhas configurações'],
  ['es', 'Los códigos de una app están activados', 'Ver mi configuración'],
])(
  'the letter about a new factor is in the language of the account (%s)',
  async (language, subject, button) => {
    const user = await factorUser(server, { language })
    const at = now.toISOString()
    await sendFactorLetter(server.context, { user_id: user.id, change: 'app_added', at })
    const letter = await PostalMime.parse((await server.letters()).at(-1)!)
    expect([letter.to?.[0]?.address, letter.subject]).toEqual([user.email, subject])
    expect(letter.text).toContain(`${button}:\nhttp://localhost:3000/settings/security\n`)
  },
)
