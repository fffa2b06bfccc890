// rule: database-time
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createContext } from '#server/compose.ts'
import { sendResetMail } from '#server/features/identity/password-reset.ts'
import { consumeRateLimit } from '#server/http/rate-limits.ts'
import { cookieOf, meStatus, PASSWORD, registered } from '#server/test/account.ts'
import { visitor } from '#server/test/call.ts'
import { tokenOfLink } from '#server/test/letter-tokens.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { DatabaseClock } from './database-clock.ts'

const HOUR_MS = 60 * 60 * 1000

let server: TestServer
/** A process whose clock jumps. It has begun before. */
let jumping: TestServer
beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1' })
  const { config, places } = server.context
  const settings = { logLevel: 'silent', places, watchesDatabase: true }
  const context = await createContext(config, server.requestUrl, settings)
  jumping = { ...server, context, app: await buildApp(context, { eventLoopDelayMsMax: Infinity }) }
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await jumping.app.close()
  await (jumping.context as Awaited<ReturnType<typeof createContext>>).close()
  await server.close()
})

/** Sets the clock of this process, but neither the database's nor the one that nobody sets. */
function jump(hours: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR_MS })
}

/** The token of the one reset letter to this person, which this process writes. */
async function resetToken(by: TestServer, { id, email }: { id: string; email: string }) {
  await sendResetMail(by.context, { user_id: id })
  const letters = (await server.letters()).map((text) => PostalMime.parse(text))
  const letter = (await Promise.all(letters)).find(({ to }) => to?.[0]?.address === email)
  return tokenOfLink(letter?.text ?? '', 'reset-password')
}

const reset = async (at: TestServer, token: string) =>
  (await visitor(at).post('/api/auth/reset-password', { token, new_password: 'clear windows 8' }))
    .status

/** Longer than a session lasts. */
const LONG = 100 * 24
test.each([LONG, -LONG])(
  'a process whose clock jumps by %i hours signs in as before',
  async (hours) => {
    const { email } = await registered(server)
    const before = await visitor(server).post('/api/login', { email, password: PASSWORD })
    jump(hours)
    expect(await meStatus(jumping, cookieOf(before))).toBe(200)
    const answer = await visitor(jumping).post('/api/login', { email, password: PASSWORD })
    expect(answer.status).toBe(200)
    expect(await meStatus(jumping, cookieOf(answer))).toBe(200)
    vi.useRealTimers()
    expect(await meStatus(server, cookieOf(answer))).toBe(200)
  },
)

test('a process that is two hours ahead accepts a link of half an hour that another one sent', async () => {
  const token = await resetToken(server, await registered(server))
  jump(2)
  expect(await reset(jumping, token)).toBe(200)
})

test('a link that a process sends two hours late in its own opinion is valid in others', async () => {
  const person = await registered(server)
  jump(-2)
  const token = await resetToken(jumping, person)
  vi.useRealTimers()
  expect(await reset(server, token)).toBe(200)
})

// rule: rate-limits
test.each([2, -2])('a limit of an hour is neither new nor longer after %i hours', async (hours) => {
  const use = (key: string) => consumeRateLimit(jumping.context, 'forgot_by_email', key)
  for (let time = 0; time < 4; time++) await use(`before ${hours}`)
  jump(hours)
  const refusal = await use(`before ${hours}`).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'too_many_requests' })
  const seconds = (refusal as { retryAfterSeconds: number }).retryAfterSeconds
  expect(seconds).toBeGreaterThan(3500)
  expect(seconds).toBeLessThanOrEqual(3600)
})

test('slow answers of the database do not shake the time, and another time is taken', () => {
  const clock = new DatabaseClock()
  const answeredAt = performance.now()
  const before = clock.now().getTime()
  clock.note(before - 400, { askedAt: answeredAt - 1000, answeredAt })
  expect(clock.now().getTime() - before).toBeLessThan(100)
  clock.note(before + HOUR_MS, { askedAt: answeredAt - 10, answeredAt })
  const shift = clock.now().getTime() - before
  expect(shift).toBeGreaterThanOrEqual(HOUR_MS)
  expect(shift).toBeLessThan(HOUR_MS + 100)
})
