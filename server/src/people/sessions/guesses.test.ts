// rule: challenge, login-guesses
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, meStatus, registered } from '#server/test/builders/account.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { visitor } from '#server/test/call.ts'
import { tokenOfNewestLetter } from '#server/test/builders/letter-tokens.ts'
import { solutionOf } from '#server/test/builders/challenge.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { queuedJobs } from '#server/test/queue.ts'
import { consumeRateLimit, networkOf, resetRateLimit } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { sendGuessLetter } from './guess-letter.ts'
import { countGuess } from './guesses.ts'
import { isKnownDevice, rememberDevice } from './known-devices.ts'
import { normalEmail } from '../person/normal-email.ts'
import { sendResetMail } from '#server/account/email/password-reset.ts'

const WRONG = 'something else'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1' })
})
afterAll(() => server.close())

let networks = 0
/** A network address of the documentation block that no other test uses. */
function newNetwork(): string {
  networks += 1
  return `2001:db8:${networks.toString(16)}::1`
}

type From = { network: string; device?: string; solved?: Record<string, string> }

async function login(email: string, password: string, from: From) {
  return visitor(server).post(
    '/api/login',
    { email, password },
    {
      'x-forwarded-for': from.network,
      ...(from.device ? { cookie: from.device } : {}),
      ...from.solved,
    },
  )
}

async function guess(times: number, email: string, from: From) {
  const statuses: number[] = []
  for (let time = 0; time < times; time++) statuses.push((await login(email, WRONG, from)).status)
  return statuses
}

/** An account, and the device cookie of the browser that registered it. */
async function person() {
  const facts = {
    email: `guessed-${++networks}@example.com`,
    phone: '512-555-0100',
    password: PASSWORD,
  }
  const answer = await visitor(server).post(
    '/api/auth/register',
    { first_name: 'Ana', last_name: 'Souza', ...facts },
    { 'x-forwarded-for': newNetwork() },
  )
  return { id: String(answer.body.id), email: facts.email, device: deviceCookie(answer) }
}

function deviceCookie({ headers }: { headers: Record<string, unknown> }): string {
  return /lustra_device=[\w-]*/.exec(String(headers['set-cookie']))?.[0] ?? ''
}

test('guesses of strangers never stop the device that signed in before, and its own are limited', async () => {
  const { email, device } = await person()
  const [strange, home] = [newNetwork(), newNetwork()]
  expect(await guess(11, email, { network: strange })).toEqual([...Array(10).fill(401), 429])
  const refused = await login(email, PASSWORD, { network: strange })
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await login(email, PASSWORD, { network: strange, device })).status).toBe(200)
  expect((await login(email, PASSWORD, { network: home })).status).toBe(200)
  expect(await guess(11, email, { network: home, device })).toEqual([...Array(10).fill(401), 429])
})

test('a sign-in that fails for another reason than a wrong password is no guess', async () => {
  const { email } = await person()
  const network = newNetwork()
  const guessed = { emailKey: normalEmail(email), network: networkOf(network), device: undefined }
  const busy = () =>
    countGuess(server.context, guessed, async () => {
      refuse('overloaded')
    })
  for (let time = 0; time < 11; time++) await expect(busy()).rejects.toThrow('overloaded')
  expect(await guess(11, email, { network })).toEqual([...Array(10).fill(401), 429])
})

test('a device is known to the accounts that signed in with it, and to no other', async () => {
  const [owner, other] = [await person(), await person()]
  const network = newNetwork()
  await guess(10, owner.email, { network })
  const { device } = other
  expect((await login(owner.email, PASSWORD, { network, device })).status).toBe(429)
  expect((await login(owner.email, PASSWORD, { network, device: 'lustra_device=x' })).status).toBe(
    429,
  )
  await login(owner.email, PASSWORD, { network: newNetwork(), device })
  expect((await login(owner.email, PASSWORD, { network, device })).status).toBe(200)
  const { rows } = await server.context.pool.query('select device_hash from known_devices')
  const token = device.split('=')[1]!
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'))
})

test('a device is known for 400 days after its last sign-in, to the millisecond', async () => {
  const signedIn = new Date('2026-12-01T12:00:00Z')
  let now = signedIn
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => now })
  const { id } = await buildClient(strict, { email: 'known@example.com' })
  const token = 'x'.repeat(43)
  const remember = () => strict.db.transaction().execute((tx) => rememberDevice(tx, id, token, now))
  const isKnown = () => isKnownDevice(strict.db, 'known@example.com', token, now)
  expect((await remember()).wasKnown).toBe(false)
  const end = new Date(+signedIn + 400 * 86_400_000)
  now = new Date(+end - 1)
  expect(await isKnown()).toBe(true)
  now = end
  expect(await isKnown()).toBe(false)
  expect((await remember()).wasKnown).toBe(false)
  now = new Date(+end + 400 * 86_400_000 - 1)
  expect((await remember()).wasKnown).toBe(true)
  await strict.close()
})

test('of forty guesses at the same moment ten are answered', async () => {
  const { email } = await person()
  const network = newNetwork()
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => login(email, WRONG, { network })),
  )
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(30).fill(429)])
})

test('one network has sixty wrong guesses in all, and successful logins do not count', async () => {
  const { email } = await person()
  const network = newNetwork()
  for (let time = 0; time < 12; time++) {
    expect((await login(email, PASSWORD, { network })).status).toBe(200)
  }
  for (let account = 0; account < 6; account++) {
    const unknown = `nobody-${network}-${account}@example.com`
    expect(await guess(10, unknown, { network })).toEqual(Array(10).fill(401))
  }
  expect((await login(email, PASSWORD, { network })).status).toBe(429)
  expect((await login(email, PASSWORD, { network: newNetwork() })).status).toBe(200)
})

test(
  'one email has a hundred wrong guesses a day from unknown devices, until its owner resets the password',
  { timeout: 120_000 },
  async () => {
    const { id, email, device } = await person()
    for (let round = 0; round < 10; round++) {
      expect(await guess(10, email, { network: newNetwork() })).toEqual(Array(10).fill(401))
    }
    const network = newNetwork()
    const refused = await login(email, WRONG, { network })
    expect(refused.status).toBe(429)
    const solved = await solutionOf(refused.body.challenge)
    expect((await login(email, WRONG, { network, solved })).status).toBe(401)
    // Each guess needs a solution of its own.
    expect((await login(email, WRONG, { network, solved })).status).toBe(429)
    expect((await login(email, PASSWORD, { network: newNetwork(), device })).status).toBe(200)
    await sendResetMail(server.context, { user_id: id })
    const token = await tokenOfNewestLetter(server, 'reset-password')
    const next = 'clear windows 8'
    const body = { token, new_password: next }
    expect((await visitor(server).post('/api/auth/reset-password', body)).status).toBe(200)
    expect((await login(email, next, { network: newNetwork() })).status).toBe(200)
  },
)

// rule: login-guesses
test('the hundredth wrong guess in a day for an email writes its owner one letter, in their language', async () => {
  let now = new Date('2026-12-01T12:00:00Z')
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => now })
  const jobs = async () =>
    (await queuedJobs(strict.db, 'send-guess-letter')).map(({ payload }) => payload.user_id)
  const wrong = async (as: string) => {
    const headers = { 'x-forwarded-for': newNetwork() }
    return (await visitor(strict).post('/api/login', { email: as, password: WRONG }, headers))
      .status
  }
  const countUpTo99 = async (as: string) => {
    await resetRateLimit(strict.context, 'login_by_email', as)
    for (let time = 0; time < 99; time++) {
      await consumeRateLimit(strict.context, 'login_by_email', as)
    }
  }
  try {
    const { id, email } = await registered(strict, { language: 'pt' })
    await countUpTo99('nobody@example.com')
    expect(await wrong('nobody@example.com')).toBe(401)
    await countUpTo99(email)
    const login = { email, password: PASSWORD }
    expect((await visitor(strict).post('/api/login', login)).status).toBe(200)
    expect(await jobs()).toEqual([])
    const statuses = await Promise.all([wrong(email), wrong(email), wrong(email)])
    expect(statuses.toSorted((a, b) => a - b)).toEqual([401, 429, 429])
    expect(await jobs()).toEqual([id])
    await sendGuessLetter(strict.context, { user_id: id })
    const letter = await PostalMime.parse((await strict.letters())[0]!)
    expect(letter.to?.[0]?.address).toBe(email)
    expect(letter.subject).toBe('Muitas senhas erradas na sua conta')
    expect(letter.text).toContain('/forgot-password')

    // The count begins again, as after a password reset.
    await countUpTo99(email)
    expect(await wrong(email)).toBe(401)
    expect(await jobs()).toEqual([id])
    for (const [at, letters] of [
      ['2026-12-02T11:59:59.999Z', [id]],
      ['2026-12-02T12:00:00Z', [id, id]],
    ] as const) {
      now = new Date(at)
      await countUpTo99(email)
      expect(await wrong(email)).toBe(401)
      expect(await jobs()).toEqual(letters)
    }
  } finally {
    await strict.close()
  }
})

// rule: registration
test('another spelling than upper and lower case finds no account and gets no tries of its own', async () => {
  const email = 'iris.kim.finds.it@example.com'
  await registered(server, { email })
  const network = newNetwork()
  for (const spelling of [
    email.replace('i', 'İ'),
    email.replace('i', 'ı'),
    email.replace('k', '\u212A'),
    email.replace('s', 'ſ'),
  ]) {
    expect((await login(spelling, PASSWORD, { network })).status).toBe(401)
  }
  const upper = ` ${email.toUpperCase()} `
  expect((await login(upper, PASSWORD, { network })).status).toBe(200)
  expect(await guess(5, email, { network })).toEqual(Array(5).fill(401))
  expect(await guess(6, upper, { network })).toEqual([...Array(5).fill(401), 429])
})

// rule: registration
test('the database compares emails in the same normal form, and has each once', async () => {
  const characters = Array.from({ length: 0x2000 }, (_, code) =>
    String.fromCodePoint(code + 1),
  ).join('')
  const { rows } = await sql<{ key: string }>`
    select lower(${`a${characters}z`} collate "C") as key`.execute(server.db)
  expect(rows[0]!.key).toBe(normalEmail(`a${characters}z`))
  const { id } = await buildClient(server, { email: 'Only.Once@example.com' })
  await expect(buildClient(server, { email: 'only.ONCE@Example.com' })).rejects.toThrow(
    'users_email',
  )
  await server.db.deleteFrom('users').where('id', '=', id).execute()
})

test('the device cookie is no credential, outlives logout, and under https only our host sets it', async () => {
  const { cookie, id } = await registered(server, { email: 'device@example.com' })
  const answer = await login('device@example.com', PASSWORD, { network: newNetwork() })
  const set = [answer.headers['set-cookie']].flat().map(String)
  const device = set.find((one) => one.startsWith('lustra_device='))!
  expect(device).toMatch(
    /^lustra_device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(await meStatus(server, device.split(';')[0]!)).toBe(401)
  const logout = await visitor(server).post('/api/auth/logout', undefined, { cookie })
  expect(String(logout.headers['set-cookie'])).not.toContain('lustra_device')
  const { rows } = await server.context.pool.query(
    'select count(*)::int as devices from known_devices where user_id = $1',
    [id],
  )
  expect(rows[0].devices).toBe(2)

  const secure = await testServer({ PUBLIC_ORIGIN: 'https://lustra.example' })
  const registration = await visitor(secure).post('/api/register', {
    first_name: 'Ana',
    last_name: 'Souza',
    email: 'ana@example.com',
    phone: '512-555-0100',
    password: PASSWORD,
  })
  expect(String(registration.headers['set-cookie'])).toMatch(/__Host-lustra_device=[^,]*; Secure/)
  await secure.close()
})

test('an account remembers its fifty latest devices', { timeout: 120_000 }, async () => {
  const { email, id, device } = await person()
  const devices = [device]
  for (let time = 0; time < 52; time++) {
    // An account has thirty sign-ins an hour: another hour begins.
    if (time % 30 === 0) await resetRateLimit(server.context, 'sign_in_by_user', id)
    const answer = await login(email, PASSWORD, { network: newNetwork() })
    expect(answer.status).toBe(200)
    devices.push(deviceCookie(answer))
  }
  const { rows } = await server.context.pool.query(
    'select count(*)::int as devices from known_devices where user_id = $1',
    [id],
  )
  expect(rows[0].devices).toBe(50)
  const known = await Promise.all(
    devices.map((one) => isKnownDevice(server.db, email, one.split('=')[1], new Date())),
  )
  expect(known).toEqual([...Array(3).fill(false), ...Array(50).fill(true)])
})
