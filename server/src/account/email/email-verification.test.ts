// rule: email-verification
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registered } from '#server/test/builders/account.ts'
import { visitor } from '#server/test/call.ts'
import { tokenOfLink, tokenOfNewestLetter } from '#server/test/builders/letter-tokens.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'

type Person = Awaited<ReturnType<typeof registered>>

let now = new Date('2026-11-20T16:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

const ask = ({ id, cookie }: Person, of = id) =>
  visitor(server).post(`/api/users/${of}/email-verification`, {}, { cookie })
const verify = (token: unknown) => visitor(server).post('/api/auth/verify-email', { token })
async function isVerified({ id, cookie }: Person): Promise<boolean> {
  const { body } = await visitor(server).get(`/api/users/${id}/settings`, { cookie })
  return body.email_verified
}
async function newToken(person: Person): Promise<string> {
  expect((await ask(person)).body).toEqual({ sent: true, again_at: now.toISOString() })
  await runDueJobs(server.context)
  return tokenOfNewestLetter(server, 'verify-email')
}
const enter = ({ cookie }: Person, code: string) =>
  visitor(server).post('/api/auth/verify-email/code', { code }, { cookie })
async function newestLetter() {
  await runDueJobs(server.context)
  return PostalMime.parse((await server.letters()).at(-1)!)
}
async function newestCode(): Promise<string> {
  const { text = '' } = await newestLetter()
  return /\b\d{6}\b/.exec(text.slice(text.indexOf('C')))![0]
}
const anotherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test.each([
  ['en', 'Confirm your email address'],
  ['pt', 'Confirme seu e-mail'],
  ['es', 'Confirma tu correo electrónico'],
])(
  'the link of the letter confirms the address, also when it is used again (%s)',
  async (language, title) => {
    const ana = await registered(server, { language })
    expect(await isVerified(ana)).toBe(false)
    const token = await newToken(ana)
    const { subject, to } = await PostalMime.parse((await server.letters()).at(-1)!)
    expect([subject, to?.[0]?.address]).toEqual([title, ana.email])
    expect(await isVerified(ana)).toBe(false)
    for (let time = 1; time <= 2; time++) {
      const { status, body } = await verify(token)
      expect([status, body]).toEqual([200, { email_verified: true, released: 0 }])
    }
    expect(await isVerified(ana)).toBe(true)
    const sent = (await server.letters()).length
    expect((await ask(ana)).body).toEqual({ email_verified: true })
    await runDueJobs(server.context)
    expect(await server.letters()).toHaveLength(sent)
  },
)

// rule: idempotency-key
test('a repeated key sends one letter', async () => {
  const ana = await registered(server)
  await runDueJobs(server.context)
  const sent = (await server.letters()).length
  const headers = { cookie: ana.cookie, 'idempotency-key': 'once' }
  for (let time = 1; time <= 2; time++) {
    const path = `/api/users/${ana.id}/email-verification`
    const answer = { sent: true, again_at: now.toISOString() }
    expect((await visitor(server).post(path, {}, headers)).body).toEqual(answer)
    await runDueJobs(server.context)
  }
  expect(await server.letters()).toHaveLength(sent + 1)
})

test('only the newest link works, for 24 hours, and the database does not have it', async () => {
  const ana = await registered(server)
  const [first, second] = [await newToken(ana), await newToken(ana)]
  const rows = await server.db.selectFrom('email_verifications').selectAll().execute()
  for (const token of [first, second]) expect(JSON.stringify(rows)).not.toContain(token)
  now = new Date(+now + 24 * 3_600_000)
  for (const token of [first, second, 'unknown', '']) {
    const { status, body } = await verify(token)
    expect([status, body.code]).toEqual([400, 'invalid_verification_token'])
  }
  expect(await isVerified(ana)).toBe(false)
  const third = await newToken(ana)
  now = new Date(+now + 24 * 3_600_000 - 1)
  expect((await verify(second)).status).toBe(400)
  expect((await verify(third)).status).toBe(200)
})

test('registration sends the first letter, and a login none', async () => {
  const ana = await registered(server)
  const { to, text } = await newestLetter()
  expect(to?.[0]?.address).toBe(ana.email)
  expect(text).toContain(`Account: ${ana.email}`)
  const verificationLetters = async () =>
    (await server.letters()).filter((raw) => raw.includes('verify-email')).length
  const sent = await verificationLetters()
  await visitor(server).post('/api/login', { email: ana.email, password: 'polished floors 7' })
  await runDueJobs(server.context)
  expect(await verificationLetters()).toBe(sent)
  expect((await verify(tokenOfLink(text!, 'verify-email'))).status).toBe(200)
  const me = await visitor(server).get('/api/auth/me', { cookie: ana.cookie })
  expect(me.body.email_verified).toBe(true)
})

test('the code of the newest letter confirms the address too, for 30 minutes', async () => {
  const ana = await registered(server)
  await newToken(ana)
  const code = await newestCode()
  expect((await enter(ana, anotherCode(code))).status).toBe(400)
  const other = await registered(server)
  await runDueJobs(server.context)
  expect((await enter(other, code)).status).toBe(400)
  now = new Date(+now + 30 * 60_000)
  expect((await enter(ana, code)).body.code).toBe('invalid_verification_token')
  expect(await isVerified(ana)).toBe(false)
  await newToken(ana)
  const last = await newestCode()
  now = new Date(+now + 30 * 60_000 - 1)
  const answer = { email_verified: true, released: 0 }
  expect((await enter(ana, ` ${last} `)).body).toEqual(answer)
  expect((await enter(ana, last)).body).toEqual(answer)
  expect(await isVerified(ana)).toBe(true)
  const rows = await server.db.selectFrom('email_verifications').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(last)
})

test('after five wrong codes, also at once, the right one is refused, and its link is not', async () => {
  const ana = await registered(server)
  const { text = '' } = await newestLetter()
  const code = await newestCode()
  const wrong = await Promise.all([1, 2, 3, 4, 5, 6].map(() => enter(ana, anotherCode(code))))
  expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400])
  expect((await enter(ana, code)).body.code).toBe('invalid_verification_token')
  const { wrong_tries } = await server.db
    .selectFrom('email_verifications')
    .select('wrong_tries')
    .where('user_id', '=', ana.id)
    .executeTakeFirstOrThrow()
  expect(wrong_tries).toBe(5)
  expect(await isVerified(ana)).toBe(false)
  expect((await verify(tokenOfLink(text, 'verify-email'))).status).toBe(200)
  expect((await visitor(server).post('/api/auth/verify-email/code', { code })).status).toBe(401)
})

// rule: new-password
test('a password reset by letter confirms the address too', async () => {
  const ana = await registered(server)
  await visitor(server).post('/api/auth/forgot-password', { email: ana.email })
  await runDueJobs(server.context)
  const token = await tokenOfNewestLetter(server, 'reset-password')
  const new_password = 'clean windows 8'
  const reset = await visitor(server).post('/api/auth/reset-password', { token, new_password })
  expect(reset.status).toBe(200)
  const { email_verified_at } = await server.db
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', ana.id)
    .executeTakeFirstOrThrow()
  expect(email_verified_at).toEqual(now)
})

test('nobody asks for another person, at most once a minute, and five times a day', async () => {
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => now })
  try {
    const [ana, other] = [await registered(strict), await registered(strict)]
    const path = `/api/users/${ana.id}/email-verification`
    expect((await visitor(strict).post(path, {})).status).toBe(401)
    const foreign = await visitor(strict).post(path, {}, { cookie: other.cookie })
    expect([foreign.status, foreign.body.code]).toEqual([403, 'not_yours'])
    const { cookie } = ana
    const again = () => visitor(strict).post(path, {}, { cookie })
    const again_at = new Date(+now + 60_000).toISOString()
    expect((await again()).body).toEqual({ sent: true, again_at })
    const soon = await again()
    expect([soon.status, soon.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(soon.headers['retry-after'])).toBeLessThanOrEqual(60)
    const statuses: number[] = []
    for (let n = 2; n <= 6; n++) {
      await strict.db
        .deleteFrom('rate_limits')
        .where('key', 'like', 'verification_by_user_and_minute:%')
        .execute()
      statuses.push((await again()).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  } finally {
    await strict.close()
  }
})
