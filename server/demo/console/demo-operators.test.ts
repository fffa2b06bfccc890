// rule: demo-world
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operate } from '#server/operator-commands.ts'
import { stepOfCode } from '#server/people/factors/totp.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { demoLines } from '../demo-lines.ts'
import { DEMO_OPERATORS } from './demo-operators.ts'
import { DEMO_PASSWORD } from '../market/demo-people.ts'
import { fillDemoWorld } from '../world.ts'

let one: TestServer
let other: TestServer
beforeAll(async () => {
  ;[one, other] = await Promise.all([testServer(), testServer()])
  for (const server of [one, other]) await fillDemoWorld(server.context, { professionals: 6 })
}, 120_000)
afterAll(() => Promise.all([one.close(), other.close()]))

async function codeOf({ context }: TestServer, email: string): Promise<string> {
  let text = ''
  const output = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  await operate(['code', email], output, (action) => action(context))
  return text
}
const printed = /^(\d{6})\nThe secret, for an app: ([A-Z2-7]{32})\n$/

test('each data folder has secrets of its own, and the command prints them with the code of the moment', async () => {
  const secrets = new Set<string>()
  for (const server of [one, other])
    for (const { email } of DEMO_OPERATORS) {
      const [, code, secret] = printed.exec(await codeOf(server, email.toUpperCase()))!
      secrets.add(secret!)
      expect(stepOfCode(secret!, code!, new Date())).toBeDefined()
    }
  expect(secrets.size).toBe(4)
})

test('a demo operator signs in with the common password and the code that the command prints', async () => {
  const { email } = DEMO_OPERATORS[0]
  const post = (url: string, payload: object) => one.app.inject({ method: 'POST', url, payload })
  const login = await post('/api/operator/login', { email, password: DEMO_PASSWORD })
  const { attempt } = login.json<{ second_factor: { attempt: string } }>().second_factor
  const [, code] = printed.exec(await codeOf(one, email))!
  const signedIn = await post('/api/operator/login/second-factor', { attempt, code })
  expect([signedIn.statusCode, signedIn.json()]).toMatchObject([200, { operator: { email } }])
})

test('the command prints no code of anybody else, and none in production', async () => {
  const refusal = 'Only operators of the demo world have codes here.'
  await expect(codeOf(one, 'grace.walker@demo.lustra.example')).rejects.toThrow(refusal)
  const [first, second] = DEMO_OPERATORS
  await sql`delete from operator_totp_secrets where operator_id =
    (select id from operators where email = ${second.email})`.execute(other.db)
  await expect(codeOf(other, second.email)).rejects.toThrow(refusal)
  Object.assign(other.context.config, { production: true })
  await expect(codeOf(other, first.email)).rejects.toThrow(refusal)
})

test('the start prints the operators and no secret, and none of them in production', () => {
  const lines = demoLines({ production: false }).join('\n')
  for (const { email } of DEMO_OPERATORS) expect(lines).toContain(email)
  expect(lines).not.toMatch(/[A-Z2-7]{32}/)
  expect(demoLines({ production: true }).join('\n')).not.toContain('operator')
})
