// rule: not-me
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cookieOf,
  meStatus,
  PASSWORD,
  provedUser,
  registered,
} from '#server/test/builders/account.ts'
import { Authenticator } from '#server/test/builders/authenticator.ts'
import { visitor } from '#server/test/call.ts'
import {
  attemptOf,
  codeAt,
  confirmed,
  eventKindsOf,
  factorUser,
  secondFactor,
  withTotp,
} from '#server/test/harness/factors-harness.ts'
import { tokenOfLink } from '#server/test/builders/letter-tokens.ts'
import { addPasskey } from '#server/test/harness/passkey-harness.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { queuedJobs } from '#server/test/queue.ts'
import { sendSignInLetter } from './sign-in-letter.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'
const HOUR_MS = 3_600_000

let now = new Date('2026-12-01T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

const login = (email: string, headers: Record<string, string> = {}, password = PASSWORD) =>
  visitor(server).post('/api/login', { email, password }, { 'user-agent': IPHONE, ...headers })
const notMe = (token: unknown) => visitor(server).post('/api/auth/not-me', { token })

/** The ids of an account's letters about sign-ins, each with its job. */
async function lettersOf({ id }: { id: string }): Promise<string[]> {
  const letters = await server.db
    .selectFrom('sign_in_letters')
    .select('id')
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
  const jobs = await queuedJobs(server.db, 'send-sign-in-letter')
  const sent = new Set(jobs.map(({ payload }) => payload.letter_id))
  return letters.map((letter) => letter.id).filter((letter) => sent.has(letter))
}

/** Sends the account's newest letter, as the job does. */
async function sendLetter(person: { id: string }) {
  await sendSignInLetter(server.context, { letter_id: (await lettersOf(person)).at(-1)! })
  const letter = await PostalMime.parse((await server.letters()).at(-1)!)
  return { letter, token: tokenOfLink(letter.text ?? '', 'not-me') }
}

async function resetJobs({ id }: { id: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from graphile_worker.jobs where key = ${`reset ${id}`}`.execute(server.db)
  return rows[0]!.count
}

test.each([
  ['en', 'New sign-in to your account', 'Safari on iPhone', 'This was not me'],
  ['pt', 'Novo acesso à sua conta', 'Safari no iPhone', 'Não fui eu'],
  ['es', 'Nuevo inicio de sesión en tu cuenta', 'Safari en iPhone', 'No fui yo'],
])(
  'a login from an unknown device writes a letter with device and time (%s)',
  async (language, subject, device, button) => {
    const ana = await provedUser(server, { language })
    await login(ana.email)
    const { letter, token } = await sendLetter(ana)
    expect([letter.to?.[0]?.address, letter.subject]).toEqual([ana.email, subject])
    expect(letter.text).toContain(device)
    expect(letter.text).toMatch(/12:00.* UTC/)
    expect(letter.text).toContain(`${button}:\nhttp://localhost:3000/not-me#token=${token}\n`)
    const { rows } = await sql`select * from sign_in_letters where user_id = ${ana.id}`.execute(
      server.db,
    )
    expect(JSON.stringify(rows)).not.toContain(token)
  },
)

// rule: who-may-name
test('of sign-ins from new devices one an hour writes a letter', async () => {
  const ana = await provedUser(server)
  for (let at = 0; at < 3; at++) expect((await login(ana.email)).status).toBe(200)
  expect(await lettersOf(ana)).toHaveLength(1)
  now = new Date(+now + HOUR_MS)
  await login(ana.email)
  expect(await lettersOf(ana)).toHaveLength(2)
})

// rule: who-may-name
test('sign-ins write no letter to an address that nobody has proved', async () => {
  const ana = await registered(server)
  for (let at = 0; at < 3; at++) expect((await login(ana.email)).status).toBe(200)
  const letters = server.db.selectFrom('sign_in_letters').where('user_id', '=', ana.id)
  expect(await letters.selectAll().execute()).toEqual([])
  expect(await lettersOf(ana)).toEqual([])
})

test('registration, a known device and a refused login write no letter', async () => {
  const ana = await provedUser(server)
  const device = /lustra_device=[\w-]+/.exec(ana.setCookie)![0]
  expect((await login(ana.email, { cookie: device })).status).toBe(200)
  expect((await login(ana.email, {}, 'something else')).status).toBe(401)
  expect(await lettersOf(ana)).toEqual([])
  const [first] = [await login(ana.email)]
  expect(await lettersOf(ana)).toHaveLength(1)
  const known = /lustra_device=[\w-]+/.exec(String(first.headers['set-cookie']))![0]
  await login(ana.email, { cookie: known })
  expect(await lettersOf(ana)).toHaveLength(1)
})

test('two logins of one unknown device at the same moment write one letter', async () => {
  const ana = await provedUser(server)
  const cookie = `lustra_device=${'a'.repeat(43)}`
  await Promise.all([login(ana.email, { cookie }), login(ana.email, { cookie })])
  expect(await lettersOf(ana)).toHaveLength(1)
})

test('the link ends every session, forgets that device and sends a reset letter, once', async () => {
  const [ana, other] = [await provedUser(server), await provedUser(server)]
  const device = `lustra_device=${'b'.repeat(43)}`
  const stranger = cookieOf(await login(ana.email, { cookie: device }))
  const { token } = await sendLetter(ana)
  const answers = await Promise.all([notMe(token), notMe(token)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  expect(answers.find(({ status }) => status === 200)?.body).toEqual({
    message: 'Every device is signed out. We sent you a link to set a new password.',
  })
  expect(answers.find(({ status }) => status === 400)?.body.code).toBe('invalid_verification_token')
  expect([await meStatus(server, stranger), await meStatus(server, ana.cookie)]).toEqual([401, 401])
  expect(await meStatus(server, other.cookie)).toBe(200)
  expect([await resetJobs(ana), await resetJobs(other)]).toEqual([1, 0])
  const devices = server.db.selectFrom('known_devices').where('user_id', '=', ana.id)
  expect(await devices.select('user_id').execute()).toHaveLength(1)
  await login(ana.email, { cookie: device })
  expect(await lettersOf(ana)).toHaveLength(1)
})

// rule: not-me, second-factor
test('the link removes the factors that were added since the sign-in, and no others', async () => {
  const ana = await factorUser(server)
  const { secret } = await withTotp(server, ana)
  now = new Date(now.getTime() + 60_000)
  const attempt = await attemptOf(server, ana)
  const stranger = {
    ...ana,
    cookie: cookieOf(await secondFactor(server, { attempt, code: codeAt(secret, now) })),
  }
  const { token } = await sendLetter(ana)
  now = new Date(now.getTime() + 60_000)
  await confirmed(server, stranger, codeAt(secret, now))
  const { status } = await addPasskey(server, stranger, new Authenticator())
  expect(status).toBe(200)
  expect((await notMe(token)).status).toBe(200)
  const { body } = await login(ana.email)
  expect(body.second_factor.methods).toEqual(['totp', 'recovery_code'])
  expect(await eventKindsOf(server, ana)).toContain('factor_removed')
})

test('the link works for 72 hours; an ended or unknown one changes nothing', async () => {
  const ana = await provedUser(server)
  await login(ana.email)
  const sent = now
  const { token } = await sendLetter(ana)
  for (const unknown of ['x', 'y'.repeat(43), 'z'.repeat(300), '', 7, undefined]) {
    const answer = await notMe(unknown)
    expect(answer.body).toEqual({
      detail: 'This link is invalid or has expired. Ask for a new one.',
      code: 'invalid_verification_token',
    })
  }
  now = new Date(sent.getTime() + 72 * HOUR_MS)
  expect((await notMe(token)).status).toBe(400)
  expect(await meStatus(server, ana.cookie)).toBe(200)
  expect(await resetJobs(ana)).toBe(0)
  now = new Date(sent.getTime() + 72 * HOUR_MS - 1)
  expect((await notMe(token)).status).toBe(200)
  expect(await meStatus(server, ana.cookie)).toBe(401)
})

// rule: rate-limits
test('one network tries twenty links an hour', async () => {
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' })
  try {
    const statuses: number[] = []
    for (let time = 0; time < 21; time++) {
      statuses.push((await visitor(strict).post('/api/auth/not-me', { token: 'x' })).status)
    }
    expect(statuses).toEqual([...Array(20).fill(400), 429])
  } finally {
    await strict.close()
  }
})
