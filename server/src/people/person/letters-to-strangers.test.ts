// rule: who-may-name
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { PASSWORD, cookieOf, registered } from '#server/test/builders/account.ts'
import { callerWith, visitor } from '#server/test/call.ts'
import { askForEmail } from '#server/test/harness/email-harness.ts'
import { confirmed } from '#server/test/harness/factors-harness.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { addressHash } from './letters-to-strangers.ts'

const DAY_MS = 86_400_000
const VICTIM = 'victim@example.com'

let now = new Date('2026-11-20T16:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
  Object.assign(server.context.config, { rateLimitScale: 1 })
})
afterAll(() => server.close())

async function pendingTo(address: string): Promise<number> {
  const rows = await server.db
    .selectFrom('email_changes')
    .select('id')
    .where('new_email', 'ilike', address)
    .where('state', '=', 'pending')
    .execute()
  return rows.length
}

test('six letters a day prove one new address, whoever asks, and its owner still registers', async () => {
  const people = []
  for (let count = 0; count < 8; count += 1) {
    const person = await registered(server)
    await confirmed(server, person)
    people.push(person)
  }
  const asked = await Promise.all(
    people.map(({ id, cookie }, at) => {
      const body = { new_email: at % 2 ? VICTIM : VICTIM.toUpperCase() }
      return visitor(server).post(`/api/users/${id}/email`, body, { cookie })
    }),
  )
  const codes = asked.map(({ status, body }) => body.code ?? status)
  expect(codes.filter((code) => code === 200)).toHaveLength(6)
  expect(codes.filter((code) => code === 'address_has_letters')).toHaveLength(2)
  expect(await pendingTo(VICTIM)).toBe(6)

  const waiting = people[codes.indexOf(200)]!
  const path = `/api/users/${waiting.id}/email-verification`
  const again = await visitor(server).post(path, {}, { cookie: waiting.cookie })
  expect([again.status, again.body.code]).toEqual([429, 'address_has_letters'])
  expect(Number(again.headers['retry-after'])).toBe(DAY_MS / 1000)

  const owner = await registered(server, { email: VICTIM })
  expect(owner.setCookie).toContain('lustra_session')
  const login = { email: VICTIM, password: PASSWORD }
  expect((await visitor(server).post('/api/login', login)).status).toBe(200)
  const own = `/api/users/${owner.id}/email-verification`
  expect((await visitor(server).post(own, {}, { cookie: owner.cookie })).status).toBe(200)

  now = new Date(+now + DAY_MS)
  const refused = people[codes.indexOf('address_has_letters')]!
  expect((await askForEmail(server, refused, VICTIM)).status).toBe(200)
})

test('only the hash of the address and the time are kept of a letter', async () => {
  const rows = await server.db.selectFrom('letters_to_strangers').selectAll().execute()
  expect(rows[0]).toEqual({
    id: expect.any(String),
    email_hash: addressHash(VICTIM),
    kind: 'proof',
    at: new Date('2026-11-20T16:00:00Z'),
  })
})

test('accounts that are registered and deleted one after another send their address ten letters a day, and its owner still registers', async () => {
  const address = 'often@example.com'
  const headers = { [CURRENT_PASSWORD_HEADER]: PASSWORD }
  for (let time = 0; time < 12; time += 1) {
    const from = callerWith(server, {}, `192.0.2.${time}`)
    const person = { first_name: 'Ana', last_name: 'Souza', phone: '512-555-0100' }
    const fields = { ...person, email: address, password: PASSWORD }
    const account = await from.post('/api/auth/register', fields)
    expect(account.status).toBe(200)
    expect((await from.post('/api/auth/register', fields)).status).toBe(409)
    await runDueJobs(server.context)
    if (time === 11) continue
    const own = { cookie: cookieOf(account), ...headers }
    expect((await from.delete(`/api/users/${account.body.id}`, own)).status).toBe(200)
  }
  const letters = await server.letters()
  expect(letters.filter((letter) => letter.includes(`To: ${address}`))).toHaveLength(10)
})
