// rule: operator-sign-in, challenge
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW } from '#server/test/builders/booking.ts'
import { visitor } from '#server/test/call.ts'
import { solutionOf } from '#server/test/builders/challenge.ts'
import { codeAt, wrongCode } from '#server/test/harness/factors-harness.ts'
import { letterBox } from '#server/test/builders/letters.ts'
import type { LetterBox } from '#server/test/builders/letters.ts'
import {
  enrolledOperator,
  OPERATOR_PASSWORD,
} from '#server/test/harness/operator-sign-in-harness.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { consumeRateLimit, resetRateLimit } from '#server/http/limits/rate-limits.ts'

const STEP_MS = 30_000
const DAY_MS = 86_400_000
const WRONG = 'something else 12345'

let server: TestServer
let box: LetterBox
let now = NOW
beforeAll(async () => {
  box = await letterBox()
  server = await testServer({ MAIL_URL: box.url, RATE_LIMIT_SCALE: '1' }, { now: () => now })
})
afterAll(async () => {
  await server.close()
  await box.close()
})

let networks = 0
const newNetwork = () => `2001:db8:${(++networks).toString(16)}::1`
type From = { network?: string; device?: string; solved?: Record<string, string> }
const headersOf = ({ network = newNetwork(), device, solved }: From) => ({
  'x-forwarded-for': network,
  ...(device ? { cookie: device } : {}),
  ...solved,
})
const login = (email: string, password: string, from: From = {}) =>
  visitor(server).post('/api/operator/login', { email, password }, headersOf(from))
const factor = (attempt: string, code: string, from: From = {}) =>
  visitor(server).post('/api/operator/login/second-factor', { attempt, code }, headersOf(from))
async function guess(times: number, email: string, from: From) {
  const statuses: number[] = []
  for (let time = 0; time < times; time++) statuses.push((await login(email, WRONG, from)).status)
  return statuses
}
const refusedAfter = (times: number) => [...Array(times).fill(401), 429]

/** An operator who has signed in; with the cookie that makes their browser known. */
async function operator() {
  const { email, secret } = await enrolledOperator(server)
  now = new Date(+now + STEP_MS)
  const { body } = await login(email, OPERATOR_PASSWORD)
  const answer = await factor(body.second_factor.attempt, codeAt(secret, now))
  const set = [answer.headers['set-cookie']].flat().map(String)
  const cookie = set.find((one) => one.startsWith('lustra_operator_device='))!
  return { email, secret, cookie, device: cookie.split(';')[0]! }
}
const fillEmail = async (email: string, times = 100) => {
  await resetRateLimit(server.context, 'operator_login_by_email', email)
  for (let time = 0; time < times; time++)
    await consumeRateLimit(server.context, 'operator_login_by_email', email)
}

test('strangers lock out no browser in which the operator signed in before, and its own guesses are limited', async () => {
  const { email, secret, device, cookie } = await operator()
  expect(cookie).toMatch(/; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/)
  const network = newNetwork()
  expect(await guess(11, email, { network })).toEqual(refusedAfter(10))
  await fillEmail(email)
  expect((await login(email, OPERATOR_PASSWORD)).status).toBe(429)
  const known = await login(email, OPERATOR_PASSWORD, { network, device })
  expect(known.status).toBe(200)
  now = new Date(+now + STEP_MS)
  const { attempt } = known.body.second_factor
  expect((await factor(attempt, codeAt(secret, now), { network, device })).status).toBe(200)
  expect(await guess(11, email, { device })).toEqual(refusedAfter(10))
})

test('the cookie counts for its operator, unchanged, for 400 days, until the password changes', async () => {
  const [other, owner] = [await operator(), await operator()]
  await fillEmail(owner.email)
  const tried = async (device: string) =>
    (await login(owner.email, OPERATOR_PASSWORD, { device })).status
  const [until, ...rest] = owner.device.split('=')[1]!.split('.')
  const later = `lustra_operator_device=${Number(until) + 1}.${rest.join('.')}`
  expect(await Promise.all([other.device, later, `${owner.device}x`].map(tried))).toEqual([
    429, 429, 429,
  ])
  const signedIn = now
  now = new Date(Number(until) - 1)
  expect(await tried(owner.device)).toBe(200)
  now = new Date(Number(until))
  expect([+now - +signedIn, await tried(owner.device)]).toEqual([400 * DAY_MS, 429])
  now = signedIn
  await server.db
    .updateTable('operators')
    .set({ password_version: 9 })
    .where('email', '=', owner.email)
    .execute()
  expect(await tried(owner.device)).toBe(429)
})

test('one network has sixty wrong passwords and codes, whoever they are for', async () => {
  const network = newNetwork()
  for (let account = 0; account < 6; account++)
    expect(await guess(10, `nobody-${account}@example.com`, { network })).not.toContain(429)
  expect(await guess(1, 'nobody-7@example.com', { network })).toEqual([429])
})

test('beyond a hundred wrong ones for an email each guess from anywhere needs a solved challenge, also of a code', async () => {
  const { email, secret } = await operator()
  await fillEmail(email)
  const network = newNetwork()
  const refused = await login(email, OPERATOR_PASSWORD, { network })
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  const solved = await solutionOf(refused.body.challenge)
  const begun = await login(email, OPERATOR_PASSWORD, { network, solved })
  expect(begun.status).toBe(200)
  const { attempt } = begun.body.second_factor
  now = new Date(+now + STEP_MS)
  const again = await factor(attempt, wrongCode(secret, now), { network })
  expect(again.status).toBe(429)
  const second = await solutionOf(again.body.challenge)
  const done = await factor(attempt, codeAt(secret, now), { network, solved: second })
  expect(done.status).toBe(200)
})

test('the hundredth wrong guess writes the operator one letter a day, and nobody for an unknown email', async () => {
  const { email } = await operator()
  await runDueJobs(server.context)
  await box.takeNewLetters()
  const warned = async (at: Date, to = email) => {
    now = at
    await fillEmail(to, 99)
    expect((await login(to, WRONG)).status).toBe(401)
    await runDueJobs(server.context)
    return (await box.takeNewLetters()).map(({ to: receivers, subject }) => [
      receivers?.[0]?.address,
      subject,
    ])
  }
  const letter = [email, 'Many wrong passwords for the Lustra console']
  const first = now
  expect(await warned(first)).toEqual([letter])
  expect(await warned(new Date(+first + DAY_MS - 1))).toEqual([])
  expect(await warned(new Date(+first + DAY_MS))).toEqual([letter])
  expect(await warned(now, 'nobody@example.com')).toEqual([])
})
