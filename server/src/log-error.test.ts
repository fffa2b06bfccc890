// rule: log-lines
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient } from './test/build.ts'
import { testServer } from './test/server.ts'
import type { TestServer } from './test/server.ts'
import { logError } from './log-error.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function loggedLine(failing: Promise<unknown>): Promise<string> {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
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

test('a value that PostgreSQL cannot read is not logged', async () => {
  const line = await loggedLine(server.context.pool.query("select 'a secret token'::uuid"))
  expect(line).not.toContain('a secret token')
  expect(line).toContain('invalid input syntax for type uuid')
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
