// rule: new-password
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { meStatus, PASSWORD, registered } from '#server/test/builders/account.ts'
import { visitor } from '#server/test/call.ts'
import { tokenOfLink } from '#server/test/builders/letter-tokens.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { sendResetMail } from './password-reset.ts'

const NEXT = 'clear windows 8'
const NEUTRAL = { message: 'If this email exists, password reset instructions will be sent.' }

let now = new Date()
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

const forgot = (email: unknown) => visitor(server).post('/api/auth/forgot-password', { email })
const reset = (token: string, new_password = NEXT) =>
  visitor(server).post('/api/auth/reset-password', { token, new_password })
const login = async (email: string, password: string) =>
  (await visitor(server).post('/api/login', { email, password })).status

/** Runs the queue's job, and returns the letter to a person. */
async function letterFor(person: { id: string }) {
  await sendResetMail(server.context, { user_id: person.id })
  const letters = await server.letters()
  const letter = await PostalMime.parse(letters.at(-1) ?? '')
  return { letter, token: tokenOfLink(letter.text ?? '', 'reset-password') }
}

async function countLetterJobs(userId: string): Promise<number> {
  const jobs = await sql<{ n: number }>`
    select count(*)::int n from graphile_worker.jobs where key = ${`reset ${userId}`}`.execute(
    server.db,
  )
  return jobs.rows[0]?.n ?? 0
}

// rule: new-password, language-choice, password-rules
test('a forgotten password sends a letter with a link, in the account’s language', async () => {
  const subjects = {
    en: 'Set a new password',
    pt: 'Crie uma nova senha',
    es: 'Crea una contraseña nueva',
  }
  for (const [language, subject] of Object.entries(subjects)) {
    const person = await registered(server, { language })
    expect((await forgot(person.email)).body).toEqual(NEUTRAL)
    expect(await countLetterJobs(person.id)).toBe(1)
    const { letter, token } = await letterFor(person)
    expect(letter.to?.[0]?.address).toBe(person.email)
    expect(letter.subject).toBe(subject)
    expect(letter.html).toContain(`<html lang="${language}">`)
    expect(letter.text).toContain(
      `http://localhost:3000/reset-password#token=${token}&email=${encodeURIComponent(person.email)}`,
    )
    expect(token).toHaveLength(43)
  }
})

test('the answer is the same whatever was sent, and only an account gets a letter', async () => {
  const person = await registered(server)
  const answers = [
    await forgot(person.email),
    await forgot('nobody@example.com'),
    await forgot('not an email'),
    await forgot(undefined),
    await forgot(['a', 'b']),
    await visitor(server).post('/api/auth/forgot-password', undefined),
  ]
  for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, NEUTRAL])
  for (const type of ['application/json', 'image/png', 'text/plain']) {
    const garbage = await server.app.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      headers: { 'content-type': type },
      payload: '{"email": ',
    })
    expect([type, garbage.statusCode, garbage.json()]).toEqual([type, 200, NEUTRAL])
  }
  const before = (await server.letters()).length
  await sendResetMail(server.context, { user_id: '00000000-0000-7000-8000-000000000000' })
  expect(await server.letters()).toHaveLength(before)
})

test('a reset sets the password, ends every session and signs nobody in', async () => {
  const person = await registered(server)
  const { token } = await letterFor(person)
  const answer = await reset(token)
  expect(answer.status).toBe(200)
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(await meStatus(server, person.cookie)).toBe(401)
  expect(await login(person.email, PASSWORD)).toBe(401)
  expect(await login(person.email, NEXT)).toBe(200)
})

test('a token works once, also when two requests use it at the same moment', async () => {
  const person = await registered(server)
  const { token } = await letterFor(person)
  const answers = await Promise.all([reset(token), reset(token, 'another one 99'), reset(token)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  expect(answers.find(({ status }) => status === 400)?.body).toEqual({
    detail: 'Invalid or expired reset token',
    code: 'invalid_reset_token',
  })
})

test('a refused password keeps the token valid and the account unchanged', async () => {
  const person = await registered(server)
  const { token } = await letterFor(person)
  const short = await reset(token, '1234567')
  expect([short.status, short.body.detail]).toEqual([
    422,
    'Password must be at least 8 characters long.',
  ])
  expect((await reset(token, 'password1')).body.code).toBe('password_too_common')
  expect(await meStatus(server, person.cookie)).toBe(200)
  expect(await login(person.email, PASSWORD)).toBe(200)
  expect((await reset(token)).status).toBe(200)
})

test('only the newest token is valid', async () => {
  const person = await registered(server)
  const older = await letterFor(person)
  const newest = await letterFor(person)
  expect((await reset(older.token)).status).toBe(400)
  expect(await login(person.email, PASSWORD)).toBe(200)
  expect((await reset(newest.token)).status).toBe(200)
})

test('a token is valid for 30 minutes', async () => {
  const person = await registered(server)
  const { token } = await letterFor(person)
  now = new Date(now.getTime() + 30 * 60_000)
  expect((await reset(token)).status).toBe(400)
  const second = await letterFor(person)
  now = new Date(now.getTime() + 30 * 60_000 - 1)
  expect((await reset(second.token)).status).toBe(200)
})

test('a changed password makes an open reset token invalid', async () => {
  const person = await registered(server)
  const { token } = await letterFor(person)
  const body = { current_password: PASSWORD, new_password: NEXT }
  await visitor(server).post('/api/auth/change-password', body, { cookie: person.cookie })
  expect((await reset(token, 'from the letter 1')).status).toBe(400)
  expect(await login(person.email, NEXT)).toBe(200)
})

test('unknown tokens are refused, and the database stores only hashes', async () => {
  const person = await registered(server)
  const { token } = await letterFor(person)
  for (const invalid of ['', 'x', `${token}x`, 'x'.repeat(201), 'nul\0']) {
    expect((await reset(invalid)).status).toBe(400)
  }
  const stored = await server.db.selectFrom('password_resets').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)
})
