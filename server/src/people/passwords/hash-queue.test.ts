// rule: admission
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '#server/test/builders/account.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { hashPassword } from './passwords.ts'

const PEOPLE = 50
const READ = '/api/public/professional/nobody-has-this-address'

let server: TestServer
let origin: string
const emails: string[] = []
beforeAll(async () => {
  // Four places: fewer than people who sign in.
  server = await testServer({ DATABASE_POOL_MAX: '2' })
  const password_hash = await hashPassword(PASSWORD)
  for (let number = 0; number < PEOPLE; number++)
    emails.push((await buildClient(server, { password_hash })).email)
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

const login = (email: string, network: string, password = PASSWORD) =>
  fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
    body: JSON.stringify({ email, password }),
  })

test('fifty different people who sign in at once are all signed in, and others are served meanwhile', async () => {
  let signedIn = 0
  const logins = emails.map(async (email, number) => {
    const { status } = await login(email, `192.0.2.${number}`)
    signedIn += 1
    return status
  })
  const read = await fetch(origin + READ, { headers: { 'x-forwarded-for': '198.51.100.1' } })
  expect(read.status).toBe(404)
  expect(signedIn).toBeLessThan(PEOPLE)
  expect(new Set(await Promise.all(logins))).toEqual(new Set([200]))
})

test('a network that sends many passwords does not delay the sign-in of another one', async () => {
  let ended = 0
  const flood = Array.from({ length: 40 }, async () => {
    await login('nobody@example.com', '203.0.113.1', 'wrong password')
    ended += 1
  })
  await expect.poll(() => ended, { interval: 1 }).toBeGreaterThan(0)
  expect((await login(emails[0]!, '203.0.113.2')).status).toBe(200)
  expect(ended).toBeLessThan(20)
  await Promise.all(flood)
})

test('a hash that would hold a connection of the database meanwhile is not begun', async () => {
  const hashing = server.context.db.transaction().execute(() => hashPassword(PASSWORD))
  await expect(hashing).rejects.toThrow('A transaction')
})
