// rule: challenge
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Challenge } from '#contract/challenge.ts'
import { ENDPOINTS } from '#contract/contract.ts'
import { CHALLENGE_HEADER } from '#contract/browser-names.ts'
import { PASSWORD } from '#server/test/builders/account.ts'
import { visitor } from '#server/test/call.ts'
import { solutionHeader, solutionOf } from '#server/test/builders/challenge.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { asSolved } from './limit-scale.ts'
import { consumeRateLimit } from './rate-limits.ts'

const MINUTE_MS = 60_000

let now = new Date('2026-12-01T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => now })
})
afterAll(() => server.close())

let count = 0
/** An email that no test has used, so that its limits are fresh. */
const newEmail = () => `nobody-${++count}@example.com`
const guess = (email: string, headers: Record<string, string> = {}) =>
  visitor(server).post('/api/login', { email, password: 'not this one' }, headers)

async function challengeOf(email: string): Promise<Challenge> {
  for (let time = 0; time < 10; time++) expect((await guess(email)).status).toBe(401)
  const { status, body, headers } = await guess(email)
  expect([status, body.code, Number(headers['retry-after']) > 0]).toEqual([
    429,
    'too_many_requests',
    true,
  ])
  return body.challenge as Challenge
}

test('a refused call brings a challenge; its solution is accepted once', async () => {
  const email = newEmail()
  const challenge = await challengeOf(email)
  expect(challenge.parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256' })
  expect(JSON.stringify(challenge)).not.toContain('127.0.0.1')
  const solved = await solutionOf(challenge)
  const answers = await Promise.all([guess(email, solved), guess(email, solved)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([401, 429])
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body.challenge.signature).not.toBe(challenge.signature)
  expect((await guess(email, solved)).status).toBe(429)
})

// rule: rate-limits
test('with a solved challenge a request may use three times the limit', async () => {
  const consume = () => consumeRateLimit(server.context, 'contact_by_user', 'somebody')
  const refused = { code: 'too_many_requests' }
  for (let time = 0; time < 5; time++) await consume()
  for (let time = 0; time < 3; time++)
    await expect(consume()).rejects.toMatchObject({ ...refused, isHelpedBySolution: true })
  for (let time = 0; time < 10; time++) await asSolved(consume)
  await expect(asSolved(consume)).rejects.toMatchObject(refused)
  // Beyond three times the limit no solution helps, so none is asked for.
  await expect(consume()).rejects.toMatchObject({ ...refused, isHelpedBySolution: false })
})

test('a solution works for its call, for five minutes, and unchanged', async () => {
  const email = newEmail()
  const challenge = await challengeOf(email)
  const solved = await solutionOf(challenge)
  const register = { first_name: 'Ana', last_name: 'Lima', phone: '5125550100', password: PASSWORD }
  const bodies = Array.from({ length: 10 }, () => ({ ...register, email: newEmail() }))
  for (const body of bodies) await visitor(server).post('/api/register', body)
  const other = await visitor(server).post(
    '/api/register',
    { ...register, email: newEmail() },
    solved,
  )
  expect(other.status).toBe(429)

  const { parameters } = challenge
  const data = { ...parameters.data, until: parameters.data.until + MINUTE_MS }
  const longer = await solutionOf({ ...challenge, parameters: { ...parameters, data } })
  const wrong = solutionHeader({ challenge, solution: { counter: 1, derivedKey: '00' } })
  for (const header of [
    longer,
    wrong,
    solutionHeader({}),
    { [CHALLENGE_HEADER]: 'x'.repeat(5000) },
  ])
    expect((await guess(email, header)).status).toBe(429)

  now = new Date(now.getTime() + 5 * MINUTE_MS)
  expect((await guess(email, solved)).status).toBe(429)
  now = new Date(now.getTime() - 1)
  expect((await guess(email, solved)).status).toBe(401)
})

test('the calls that offer a challenge are these, and they can be refused by a limit', () => {
  const offering = ENDPOINTS.filter(({ offersChallenge }) => offersChallenge)
  expect(offering.map(({ path }) => path).toSorted()).toEqual([
    '/api/auth/register',
    '/api/bookings',
    '/api/chat/initiate-contact',
    '/api/chat/messages',
    '/api/chat/pictures/{id}',
    '/api/chat/report',
    '/api/contact',
    '/api/create-checkout-session',
    '/api/login',
    '/api/login/second-factor',
    '/api/operator/login',
    '/api/operator/login/second-factor',
    '/api/payments/lead-payment',
    '/api/professional/activate/{id}',
    '/api/register',
    '/api/reports',
    '/api/reviews/general',
  ])
})
