// rule: operators
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REFUSALS } from '#contract/refusals.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { JOBS } from '#server/jobs.ts'
import { operate } from '#server/operator-commands.ts'
import { auditEntries } from '#server/test/audit.ts'
import { Authenticator } from '#server/test/builders/authenticator.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { codeAt, wrongCode } from '#server/test/harness/factors-harness.ts'
import { buildOperator, operatorSession } from '#server/test/builders/operators.ts'
import {
  addedOperator,
  enrolledOperator,
  enrolmentPath,
  operatorLogin,
  OPERATOR_PASSWORD,
  signedInOperator,
} from '#server/test/harness/operator-sign-in-harness.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { PassThrough } from 'node:stream'
import { operatorByEmail } from './operators.queries.ts'

const DAY_MS = 86_400_000
const STEP_MS = 30_000
const ENDED = { code: 'link_ended', detail: 'This link has been used or has ended.' }

let server: TestServer
let now = NOW
const wait = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

const shown = (token: string) => visitor(server).get(enrolmentPath(token))
const enrol = (token: string, body: unknown) => visitor(server).post(enrolmentPath(token), body)
const codeOf = async (token: string) => codeAt((await shown(token)).body.totp.secret, now)
const operatorRow = (email: string) =>
  server.db.selectFrom('operators').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

const operatorsWith = (email: string) =>
  server.db.selectFrom('operators').select('id').where('email', '=', email).execute()

/** Runs a command here; the output, or the refusal. */
async function command(...args: string[]): Promise<string> {
  const printed = new PassThrough().setEncoding('utf8')
  try {
    await operate(['operators', ...args], printed, (action) => action(server.context))
  } catch (error) {
    return (error as Error).message
  }
  return String(printed.read())
}

test('the command line adds an operator, whose link shows who enrols and the same secret each time', async () => {
  const output = await command('add', 'olga@example.com', 'Olga Reis')
  const link = /^http:\/\/localhost:3000\/operator\/enrol\/([\w-]{43})$/m.exec(output)
  const first = await shown(link![1]!)
  expect(first.body).toEqual({
    email: 'olga@example.com',
    name: 'Olga Reis',
    totp: {
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauth_url: expect.stringMatching(/^otpauth:\/\/totp\/Lustra:olga%40example\.com\?/),
    },
    passkey_options: expect.objectContaining({ challenge: expect.any(String) }),
  })
  expect((await shown(link![1]!)).body.totp).toEqual(first.body.totp)
  expect(await command()).toContain('olga@example.com')
  const [entry] = await auditEntries(server, await operatorRow('olga@example.com'))
  expect(entry).toMatchObject({
    action: 'operator_added',
    operator: expect.stringMatching(/^cli:/),
    note: 'new operator',
  })
})

test('adding takes a reason, an empty one is none, and the audit log always has one', async () => {
  const email = 'rui@example.com'
  const refused = await command('add', email, 'Rui Lima', '--reason', ' ')
  expect([refused, await operatorsWith(email)]).toEqual(['Say why, with --reason.', []])
  await command('add', email, 'Rui Lima', '--reason', 'On call from May')
  await command('add', email, 'Rui Lima')
  const notes = (await auditEntries(server, await operatorRow(email))).map(({ note }) => note)
  expect(notes).toEqual(['On call from May', 'new link'])
})

// rule: registration, operators
test('an operator is found by A to Z in any case, and an İ is neither an i nor an ı', async () => {
  const add = (email: string) =>
    server.db.insertInto('operators').values({ email, name: 'Mİne', created_at: now }).execute()
  await add('Mİne.Ak@example.com')
  const found = await operatorByEmail(server.db, 'mİNE.ak@EXAMPLE.com')
  expect(found).toMatchObject({ email: 'Mİne.Ak@example.com' })
  for (const other of ['mi\u0307ne.ak@example.com', 'mine.ak@example.com', 'mıne.ak@example.com'])
    expect(await operatorByEmail(server.db, other)).toBeUndefined()
  await expect(add('mİne.AK@example.com')).rejects.toThrow('operators_email')
})

test('a password and a code enrol once, also when two try at once', async () => {
  const { email, token } = await addedOperator(server)
  const body = { password: OPERATOR_PASSWORD, code: await codeOf(token) }
  const answers = await Promise.all([enrol(token, body), enrol(token, body)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect(answers.find(({ status }) => status === 200)!.body).toEqual({
    message: 'You can sign in now.',
  })
  for (const ended of [await shown(token), await enrol(token, body)])
    expect([ended.status, ended.body]).toEqual([404, ENDED])
  const { id, password_hash } = await operatorRow(email)
  expect(password_hash).toMatch(/^\$argon2id\$/)
  expect((await auditEntries(server, { id })).at(-1)).toMatchObject({
    action: 'enrolment',
    operator: id,
    reason: 'password_and_code',
  })
})

test('a passkey enrols instead of a code', async () => {
  const { email, token } = await addedOperator(server)
  const authenticator = new Authenticator()
  const { passkey_options } = (await shown(token)).body
  const foreign = authenticator.create(passkey_options, { origin: 'https://evil.example' })
  const refused = await enrol(token, { password: OPERATOR_PASSWORD, passkey: foreign })
  expect([refused.status, refused.body.code]).toEqual([401, 'passkey_refused'])
  const again = authenticator.create((await shown(token)).body.passkey_options)
  expect((await enrol(token, { password: OPERATOR_PASSWORD, passkey: again })).status).toBe(200)
  const { body } = await operatorLogin(server, email)
  expect(body.second_factor.methods).toEqual(['passkey'])
})

const WEAK: [string, RefusalCode, string?][] = [
  ['', 'password_required'],
  ['14 characters!', 'password_too_short', 'Password must be at least 15 characters long.'],
  ['x'.repeat(201), 'password_too_long'],
  ['Olga.Reis.Olga.Reis', 'password_obvious'],
  ['passwordpassword', 'password_breached'],
]
test.each(WEAK)(
  'the password %j is refused, and nothing is written',
  async (password, code, sentence = REFUSALS[code].detail) => {
    const { email, token } = await addedOperator(server)
    const answer = await enrol(token, { password, code: await codeOf(token) })
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([422, code, sentence])
    expect((await operatorRow(email)).password_hash).toBeNull()
    expect((await shown(token)).status).toBe(200)
  },
)

test('a wrong code, no factor, and both at once are refused', async () => {
  const { email, token } = await addedOperator(server)
  const { secret } = (await shown(token)).body.totp
  const passkey = { id: 'x', response: { clientDataJSON: 'x' } }
  for (const factor of [
    { code: wrongCode(secret, now) },
    {},
    { code: codeAt(secret, now), passkey },
  ]) {
    const answer = await enrol(token, { password: OPERATOR_PASSWORD, ...factor })
    expect([answer.status, answer.body.code]).toEqual([422, 'code_wrong'])
  }
  expect((await operatorRow(email)).password_hash).toBeNull()
})

test('a link ends after 24 hours, and an unknown one is none', async () => {
  const { token } = await addedOperator(server)
  wait(DAY_MS - 1)
  expect((await shown(token)).status).toBe(200)
  wait(1)
  for (const dead of [token, 'x'.repeat(43)])
    for (const answer of [
      await shown(dead),
      await enrol(dead, { password: OPERATOR_PASSWORD, code: '123456' }),
    ])
      expect([answer.status, answer.body]).toEqual([404, ENDED])
})

test('a reset ends sessions, password and factor from before, and the link before it', async () => {
  const operator = await enrolledOperator(server)
  wait(STEP_MS)
  const { cookie } = await signedInOperator(server, operator)
  const { body } = await operatorLogin(server, operator.email)
  wait(STEP_MS)
  expect(await command('reset', operator.email)).toBe('Say why, with --reason.')
  const links = [
    await command('reset', operator.email, '--reason', 'a lost phone'),
    await command('add', operator.email.toUpperCase(), 'Olga Reis'),
  ].map((output) => /enrol\/([\w-]{43})/.exec(output)![1]!)
  expect((await visitor(server).get('/api/operator/me', { cookie })).status).toBe(401)
  expect((await operatorLogin(server, operator.email)).body.code).toBe('invalid_credentials')
  const attempt = await visitor(server).post('/api/operator/login/second-factor', {
    attempt: body.second_factor.attempt,
    code: codeAt(operator.secret, now),
  })
  expect(attempt.body.code).toBe('attempt_ended')
  expect((await shown(links[0]!)).status).toBe(404)
  expect((await shown(links[1]!)).status).toBe(200)
  const [, reset] = (await auditEntries(server, await operatorRow(operator.email))).filter(
    ({ action }) => action.startsWith('operator_'),
  )
  expect(reset).toMatchObject({ action: 'operator_reset', note: 'a lost phone' })
})

test('a disabled operator is kept out until enabled again', async () => {
  const operator = await enrolledOperator(server)
  const { id } = await operatorRow(operator.email)
  const { cookie } = await operatorSession(server, { id })
  const why = ['--reason', 'left us']
  expect(await command('disable', operator.email, ...why)).toBe('The operator is disabled.\n')
  expect(await command('disable', operator.email, ...why)).toBe('It was so already.\n')
  expect((await visitor(server).get('/api/operator/me', { cookie })).status).toBe(401)
  expect((await operatorLogin(server, operator.email)).status).toBe(401)
  for (const refused of [
    await command('reset', operator.email, ...why),
    await command('add', operator.email, 'Olga'),
  ])
    expect(refused).toBe('No operator who is enabled has this email.')
  expect(await command('enable', operator.email, ...why)).toBe('The operator is enabled.\n')
  wait(STEP_MS)
  expect((await signedInOperator(server, operator)).answer.status).toBe(200)
  expect((await visitor(server).get('/api/operator/me', { cookie })).status).toBe(401)
})

test.each([
  [['add', 'no address', 'Olga'], 'Name the email address of the operator.'],
  [['add', 'new@example.com'], 'Give the name, in quotes, after the email.'],
  [['disable', 'nobody@example.com', '--reason', 'x'], 'No operator has this email.'],
  [['reset', 'nobody@example.com', '--reason', 'x'], 'No operator who is enabled has this email.'],
])('the command operators %j says what is wrong', async (args, sentence) => {
  expect(await command(...args)).toBe(sentence)
})

// rule: secret-addresses
test('nobody becomes an operator by a call: people register as clients and professionals alone', async () => {
  const client = await as(server, await buildClient(server))
  const operator = await buildOperator(server)
  const paths = ['/api/operator/operators', '/api/operator/enrolments']
  for (const path of paths)
    for (const by of [visitor(server), client, operator.calls])
      expect((await by.post(path, { email: 'a@example.com', name: 'A' })).status).toBe(404)
  const registered = await visitor(server).post('/api/register', { role: 'operator' })
  expect(registered.status).toBe(422)
})

// rule: expired-data
test('the clean-up job deletes expired links, sessions, attempts and challenges', async () => {
  const operator = await enrolledOperator(server)
  await addedOperator(server)
  wait(STEP_MS)
  await signedInOperator(server, operator)
  await operatorLogin(server, operator.email)
  await visitor(server).post('/api/operator/login/passkey/options')
  const tables = [
    'operator_enrolments',
    'operator_sessions',
    'operator_attempts',
    'operator_challenges',
  ] as const
  const left = () =>
    Promise.all(
      tables.map(
        async (table) => (await server.db.selectFrom(table).selectAll().execute()).length > 0,
      ),
    )
  await JOBS['forget-old'](server.context, {})
  expect(await left()).toEqual([true, true, true, true])
  wait(DAY_MS + 6 * 60_000)
  await JOBS['forget-old'](server.context, {})
  expect(await left()).toEqual([false, false, false, false])
})
