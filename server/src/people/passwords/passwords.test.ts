// rule: password-rules
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dictionary } from '@zxcvbn-ts/language-common'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD_LENGTH_MIN } from '#contract/people/account-rules.ts'
import { cookieOf, meStatus, PASSWORD, registered } from '#server/test/builders/account.ts'
import { visitor } from '#server/test/call.ts'
import { tokenOfNewestLetter } from '#server/test/builders/letter-tokens.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { sendResetMail } from '#server/account/email/password-reset.ts'
import { weaknessOf } from './passwords.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** Every entry of the public list that is long enough to be a password. */
const listed = dictionary['passwords-common'].filter((entry) => entry.length >= PASSWORD_LENGTH_MIN)
/** A listed password that is not among the 3,000 most common. */
const BREACHED = listed.at(-1) ?? ''

const ana = { first_name: 'Ana', last_name: 'Souza', email: 'maria.lima@example.com' }
const login = (email: string, password = PASSWORD) =>
  visitor(server).post('/api/login', { email, password })
const hashOfAccount = (id: string) =>
  server.db.selectFrom('users').where('id', '=', id).select('password_hash').executeTakeFirst()

describe('a password of the person’s or the product’s own words', () => {
  test.each([
    'lustra2026',
    'LUSTRA-Lustra-12345',
    'Ana.Souza.1',
    'souzaana',
    'maria.lima',
    'Maria.Lima99',
    'anaAnaana!!',
  ])('%s is refused', (password) => {
    expect(weaknessOf(password, ana)).toBe('password_obvious')
  })

  test.each([
    'lustra-demo-2026',
    'lustra 1a2b3c',
    'ana likes 3 cats',
    'my maria.lima abc',
    'a souza 12',
  ])('%s has enough of its own', (password) => {
    expect(weaknessOf(password, ana)).toBeUndefined()
  })

  test('words of fewer than three letters do not count, accents are part of a name', () => {
    const person = { first_name: 'Li', last_name: 'Muñoz', email: 'li@example.com' }
    expect(weaknessOf('li li li li', person)).toBeUndefined()
    expect(weaknessOf('Mun\u0303oz!!!!9', person)).toBe('password_obvious')
  })

  test('a name that begins with another one counts as a whole', () => {
    const person = { first_name: 'Ana', last_name: 'Anabel', email: 'li@example.com' }
    expect(weaknessOf('anabel-anabel-xy', person)).toBe('password_obvious')
  })
})

describe('breached passwords', () => {
  test('each entry of the public list of eight or more characters is refused', () => {
    expect(listed).toHaveLength(17_950)
    expect(listed.filter((entry) => weaknessOf(entry, ana) === undefined)).toEqual([])
  })

  test('the filter has more than 100,000 entries', () => {
    const filter = readFileSync(new URL('../../../data/breached-passwords.bin', import.meta.url))
    const bits = filter.length * 8
    const set = filter.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)
    expect(filter).toHaveLength(512 * 1024)
    // How many entries set that many bits, twelve each.
    expect((-bits / 12) * Math.log(1 - set / bits)).toBeGreaterThan(100_000)
  })

  test('of 20,000 random passwords at most five are refused', () => {
    const random = Array.from({ length: 20_000 }, (_, index) =>
      createHash('sha256').update(`random ${index}`).digest('base64url').slice(0, 12),
    )
    expect(random.filter((password) => weaknessOf(password, ana)).length).toBeLessThanOrEqual(5)
  })

  test('they are compared as typed', () => {
    expect(weaknessOf(BREACHED, ana)).toBe('password_breached')
    expect(weaknessOf(BREACHED.toUpperCase(), ana)).toBeUndefined()
    expect(weaknessOf(`${BREACHED} `, ana)).toBeUndefined()
  })
})

/** The code of a refused password: of registration from its list, else of the answer. */
const codeOf = ({ body }: { body: { code: string; detail: unknown } }): string =>
  Array.isArray(body.detail) ? String(body.detail[0].type) : body.code

describe('refusals, the first that applies: required, short, long, common, obvious, breached', () => {
  const person = { first_name: 'Ana', last_name: 'Souza' }
  const cases = [
    [undefined, 'password_required'],
    ['souza', 'password_too_short'],
    ['souza'.repeat(50), 'password_too_long'],
    ['Password1', 'password_too_common'],
    ['souza-99', 'password_obvious'],
    [BREACHED, 'password_breached'],
  ] as const

  test('also for a password with several reasons', () => {
    const owner = { first_name: BREACHED, last_name: 'Password', email: 'b@example.com' }
    expect(weaknessOf('Password1', owner)).toBe('password_too_common')
    expect(weaknessOf(BREACHED, owner)).toBe('password_obvious')
  })

  test('at registration, and nothing is written', async () => {
    const people = server.db.selectFrom('users').select('id')
    const before = await people.execute()
    for (const [password, code] of cases) {
      const facts = { ...person, email: 'refused@example.com', phone: '512-555-0100' }
      const answer = await visitor(server).post('/api/register', { ...facts, password })
      expect([password, answer.status, codeOf(answer)]).toEqual([password, 422, code])
      expect(answer.body.detail[0].loc).toEqual(['body', 'password'])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect(await people.execute()).toEqual(before)
  })

  test('when the password is changed, which then stays', async () => {
    const account = await registered(server, person)
    for (const [new_password, code] of cases) {
      const body = { current_password: PASSWORD, new_password }
      const answer = await visitor(server).post('/api/auth/change-password', body, {
        cookie: account.cookie,
      })
      expect([new_password, answer.status, codeOf(answer)]).toEqual([new_password, 422, code])
    }
    expect((await login(account.email)).status).toBe(200)
  })

  // rule: new-password
  test('at a reset, whose token stays valid', async () => {
    const account = await registered(server, person)
    await sendResetMail(server.context, { user_id: account.id })
    const token = await tokenOfNewestLetter(server, 'reset-password')
    const reset = (new_password?: string) =>
      visitor(server).post('/api/auth/reset-password', { token, new_password })
    for (const [new_password, code] of cases) {
      const answer = await reset(new_password)
      expect([new_password, answer.status, codeOf(answer)]).toEqual([new_password, 422, code])
    }
    expect(await meStatus(server, account.cookie)).toBe(200)
    expect((await reset('clear windows 8')).status).toBe(200)
  })
})

test('login says when the password is a breached one, and only then', async () => {
  const account = await registered(server)
  expect((await login(account.email)).body).not.toHaveProperty('password_breached')
  const password_hash = await hash(BREACHED)
  await server.db.updateTable('users').set({ password_hash }).where('id', '=', account.id).execute()
  const answer = await login(account.email, BREACHED)
  expect([answer.status, answer.body.password_breached]).toEqual([200, true])
  expect(answer.body.user).not.toHaveProperty('password_breached')
})

describe('a hash with older parameters', () => {
  async function accountOfEarlierDays() {
    const account = await registered(server)
    const password_hash = await hash(PASSWORD, { memoryCost: 4096, timeCost: 1, parallelism: 1 })
    await server.db
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', account.id)
      .execute()
    return { ...account, password_hash }
  }

  test('is replaced at login, also by logins at once, which all succeed', async () => {
    const account = await accountOfEarlierDays()
    expect((await login(account.email, 'something else')).status).toBe(401)
    expect(await hashOfAccount(account.id)).toEqual({ password_hash: account.password_hash })
    const answers = await Promise.all(Array.from({ length: 6 }, () => login(account.email)))
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(await meStatus(server, cookieOf(answer))).toBe(200)
    }
    const renewed = await hashOfAccount(account.id)
    expect(renewed?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await login(account.email)).status).toBe(200)
    expect(await hashOfAccount(account.id)).toEqual(renewed)
  })

  test('does not undo a password that is changed at the same moment', async () => {
    const account = await accountOfEarlierDays()
    const next = 'clear windows 8'
    const body = { current_password: PASSWORD, new_password: next }
    const [change] = await Promise.all([
      visitor(server).post('/api/auth/change-password', body, { cookie: account.cookie }),
      login(account.email),
      login(account.email),
    ])
    expect(change.status).toBe(200)
    expect((await login(account.email)).status).toBe(401)
    expect((await login(account.email, next)).status).toBe(200)
  })
})
