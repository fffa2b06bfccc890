// rule: log-lines
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient } from '#server/test/builders/build.ts'
import { as, visitor } from './test/call.ts'
import { wrongCode } from '#server/test/harness/factors-harness.ts'
import {
  enrolledOperator,
  operatorFactor,
  operatorLogin,
} from '#server/test/harness/operator-sign-in-harness.ts'
import { testServer } from './test/server.ts'
import type { TestServer } from './test/server.ts'
import { logError } from './log-error.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

function openSink(): { lines: string[]; sink: Writable } {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { lines, sink }
}

async function loggedLine(failing: Promise<unknown>): Promise<string> {
  const { lines, sink } = openSink()
  const error: unknown = await failing.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  pino({ serializers: { err: logError } }, sink).error({ err: error }, 'request failed')
  return lines.join('')
}

test("a violated key is logged by its name, without the value in PostgreSQL's detail", async () => {
  await buildClient(server, { email: 'only.once@private.example' })
  const line = await loggedLine(buildClient(server, { email: 'ONLY.once@private.example' }))
  expect(line).not.toMatch(/only\.once/i)
  expect(line).not.toContain('already exists')
  expect(JSON.parse(line)).toMatchObject({
    err: {
      code: '23505',
      constraint: 'users_email',
      table: 'users',
      stack: expect.stringContaining('error:'),
    },
  })
})

test.each([
  [`select 'a secret "token"'::uuid`, 'invalid input syntax for type uuid'],
  [`select E'a secret\n"token'::int[]`, 'malformed array literal'],
  [`select '2026-99-99'::date`, 'date/time field value out of range'],
])('a value that PostgreSQL cannot read is not logged: %s', async (text, problem) => {
  const line = await loggedLine(server.context.pool.query(text))
  expect(line).not.toMatch(/secret|token|2026/)
  expect(line).toContain(problem)
})

test('an address in an error is logged without what follows its scheme', async () => {
  const line = await loggedLine(
    Promise.reject(new Error('no answer of https://a.example/cal/secret?k=1')),
  )
  expect(line).toContain('no answer of https://…')
})

// rule: operator-sign-in
test('a refused sign-in of an operator is logged with the operator, whose email is not', async () => {
  const { email, secret } = await enrolledOperator(server)
  const { lines, sink } = openSink()
  const log = server.context.log as typeof server.context.log & Record<symbol, unknown>
  log[pino.symbols.streamSym] = sink
  log.level = 'info'
  await operatorLogin(server, email, 'a wrong password 1')
  const { body } = await operatorLogin(server, email)
  const code = wrongCode(secret, server.context.clock.now())
  await operatorFactor(server, { attempt: body.second_factor.attempt, code })
  await operatorLogin(server, 'nobody@private.example', 'a wrong password 1')
  log.level = 'silent'
  const refused = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ security }) => security === 'operator_refused')
  const { id } = await server.db
    .selectFrom('operators')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(refused.map(({ operator, why }) => [operator, why])).toEqual([
    [id, 'invalid_credentials'],
    [id, 'second_factor_wrong'],
    [null, 'invalid_credentials'],
  ])
  expect(lines.join('')).not.toContain('@')
})

// rule: trusted-proxies, security-events
test('the line of a request has the user and the address, and so has a security event', async () => {
  const { lines, sink } = openSink()
  const log = server.context.log as typeof server.context.log & Record<symbol, unknown>
  log[pino.symbols.streamSym] = sink
  log.level = 'info'
  const client = await buildClient(server)
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  await (await as(server, client)).get('/api/auth/me')
  const guess = { email: 'nobody@private.example', password: 'a wrong password' }
  await visitor(server).post('/api/login', guess, forwarded)
  log.level = 'silent'
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const address = '203.0.113.7'
  expect(logged).toContainEqual(
    expect.objectContaining({
      req: { method: 'GET', url: '/api/auth/me' },
      user: client.id,
      address: expect.stringMatching(/^10\./),
    }),
  )
  expect(logged).toContainEqual(
    expect.objectContaining({ security: 'sign_in_refused', account: null, address }),
  )
  expect(lines.join('')).not.toContain('@')
})

test('an error of the mail server is logged without its receiver, and so is its cause', async () => {
  const refused = Object.assign(new Error('550 <ana@private.example> user unknown'), {
    rejected: ['ana@private.example'],
    response: '550 ana@private.example',
    code: 'EENVELOPE',
  })
  const line = await loggedLine(Promise.reject(new Error('no letter', { cause: refused })))
  expect(line).not.toContain('ana@')
  expect(JSON.parse(line)).toMatchObject({
    err: { message: 'no letter', cause: { code: 'EENVELOPE', message: '550 <…> user unknown' } },
  })
})
