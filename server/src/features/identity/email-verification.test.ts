// rule: email-verification
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registered } from '#server/test/account.ts'
import { visitor } from '#server/test/call.ts'
import { tokenOfNewestLetter } from '#server/test/letter-tokens.ts'
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
  expect((await ask(person)).body).toEqual({ sent: true })
  await runDueJobs(server.context)
  return tokenOfNewestLetter(server, 'verify-email')
}

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
      expect([status, body]).toEqual([200, { email_verified: true }])
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
  const sent = (await server.letters()).length
  const headers = { cookie: ana.cookie, 'idempotency-key': 'once' }
  for (let time = 1; time <= 2; time++) {
    const path = `/api/users/${ana.id}/email-verification`
    expect((await visitor(server).post(path, {}, headers)).body).toEqual({ sent: true })
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

test('registration and login send no such letter', async () => {
  const ana = await registered(server)
  await visitor(server).post('/api/login', { email: ana.email, password: 'polished floors 7' })
  await runDueJobs(server.context)
  const letters = await Promise.all((await server.letters()).map((raw) => PostalMime.parse(raw)))
  expect(
    letters.some(({ text }) => text?.includes('verify-email') && text.includes(ana.email)),
  ).toBe(false)
})

// rule: reset-effect
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

test('nobody asks for another person, visitors not at all, and the sixth letter of a day is refused', async () => {
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => now })
  try {
    const [ana, other] = [await registered(strict), await registered(strict)]
    const path = `/api/users/${ana.id}/email-verification`
    expect((await visitor(strict).post(path, {})).status).toBe(401)
    const foreign = await visitor(strict).post(path, {}, { cookie: other.cookie })
    expect([foreign.status, foreign.body.code]).toEqual([403, 'not_yours'])
    const { cookie } = ana
    const statuses: number[] = []
    for (let n = 0; n < 6; n++)
      statuses.push((await visitor(strict).post(path, {}, { cookie })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  } finally {
    await strict.close()
  }
})
