// rule: trusted-proxies
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, registered } from '#server/test/account.ts'
import { callerWith, visitor } from '#server/test/call.ts'
import { enrolledOperator, signedInOperator } from '#server/test/operator-sign-in-harness.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const BALANCER = '10.0.0.5'
const EDGE = '192.0.2.9'
const STRANGER = '198.51.100.66'

let server: TestServer
let laterMs = 0
beforeAll(async () => {
  server = await testServer(
    {
      TRUST_PROXY: `${BALANCER}, 192.0.2.0/24`,
      PUBLIC_ORIGIN: 'https://lustra.example',
      RATE_LIMIT_SCALE: '1',
      OPERATOR_NETWORKS: '127.0.0.1',
    },
    { now: () => new Date(Date.now() + laterMs) },
  )
})
afterAll(() => server.close())

/** Guesses a reset token, of which a network address has 20 an hour. */
async function guess(connection: string, forwarded?: string): Promise<number> {
  const headers: Record<string, string> = forwarded ? { 'x-forwarded-for': forwarded } : {}
  const body = { token: 'x', new_password: PASSWORD }
  const caller = callerWith(server, headers, connection)
  return (await caller.post('/api/auth/reset-password', body)).status
}

async function useUp(connection: string, forwarded?: (time: number) => string): Promise<void> {
  for (let time = 0; time < 20; time++) expect(await guess(connection, forwarded?.(time))).toBe(400)
}

test('behind a balancer each client has a limit of their own, whatever they write before their address', async () => {
  await useUp(BALANCER, (time) => `203.0.113.${100 + time}, 203.0.113.1`)
  expect(await guess(BALANCER, '203.0.113.1')).toBe(429)
  expect(await guess(BALANCER, `203.0.113.1, ${EDGE}`)).toBe(429)
  expect(await guess(BALANCER, '203.0.113.2')).toBe(400)
  expect(await guess(`::ffff:${BALANCER}`, '203.0.113.3')).toBe(400)
})

test('a stranger, and this machine once proxies are named, forge no address', async () => {
  for (const connection of [STRANGER, '127.0.0.1']) {
    await useUp(connection, (time) => `203.0.113.${time}`)
    expect(await guess(connection, '203.0.113.200')).toBe(429)
  }
  const asOperator = (connection: string, forwarded: string) =>
    callerWith(server, { 'x-forwarded-for': forwarded }, connection).get('/api/operator/me')
  expect((await asOperator(STRANGER, '127.0.0.1')).status).toBe(404)
  expect((await asOperator(BALANCER, '127.0.0.1')).status).toBe(401)
})

test('under https every cookie that the server sets is Secure and bound to this host', async () => {
  const { setCookie, email } = await registered(server)
  const again = await visitor(server).post('/api/login', { email, password: PASSWORD })
  const enrolled = await enrolledOperator(server)
  // The code of the step in which they enrolled is used.
  laterMs += 60_000
  const operator = await signedInOperator(server, enrolled)
  const person = await server.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const headers = { cookie: operator.cookie, origin: 'https://lustra.example' }
  const why = { reason: 'asked', text: 'They asked for help with their bookings.' }
  const path = `/api/operator/people/${person.id}/view`
  await server.db
    .updateTable('operator_sessions')
    .set({ confirmed_until: new Date('2099-01-01') })
    .execute()
  const view = await callerWith(server, headers).post(path, why)
  const cookies = [setCookie, again, operator.answer, view]
    .map((one) => String(typeof one === 'string' ? one : one.headers['set-cookie']))
    .flatMap((text) => text.split(/,(?=__|lustra)/))
  const names = cookies.map((cookie) => cookie.split('=')[0]!.replace('__Host-lustra_', ''))
  const all = ['device', 'operator', 'operator_device', 'session', 'view']
  expect([...new Set(names)].toSorted()).toEqual(all)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-\w+=.+; Path=\/;.* Secure/)
    expect(cookie).not.toContain('Domain')
  }
})
