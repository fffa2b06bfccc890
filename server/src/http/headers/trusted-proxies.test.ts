// rule: trusted-proxies, operator-host
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '#server/test/builders/account.ts'
import { callerWith } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const BALANCER = '10.0.0.5'
const EDGE = '192.0.2.9'
const STRANGER = '198.51.100.66'

let server: TestServer
beforeAll(async () => {
  server = await testServer({
    TRUST_PROXY: `${BALANCER}, 10.9.0.0/16, 192.0.2.0/24, 2001:db8:ffff::/48`,
    PUBLIC_ORIGIN: 'https://lustra.example',
    OPERATOR_ORIGIN: 'https://console.lustra.example',
    RATE_LIMIT_SCALE: '1',
    OPERATOR_NETWORKS: '127.0.0.1,2001:db8:5::/48',
  })
  server.app.get('/address', ({ ip }) => ({ ip }))
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
    callerWith(
      server,
      { 'x-forwarded-for': forwarded, host: 'console.lustra.example' },
      connection,
    ).get('/api/operator/me')
  expect((await asOperator(STRANGER, '127.0.0.1')).status).toBe(404)
  expect((await asOperator(BALANCER, '127.0.0.1')).status).toBe(401)
})

const PERSON = '203.0.113.7'
/** The address that opened the connection, the header `X-Forwarded-For`, and the address that counts. */
const CHAINS: [string, string, string][] = [
  // Their own header, before what the balancer adds; two proxies; a hundred entries.
  [BALANCER, `127.0.0.1, ${PERSON}`, PERSON],
  [BALANCER, `127.0.0.1, ${PERSON}, ${EDGE}, 10.9.1.2`, PERSON],
  [BALANCER, `${'127.0.0.1, '.repeat(99)}${PERSON}`, PERSON],
  [BALANCER, `127.0.0.1,,${PERSON} , ,`, PERSON],
  // A proxy that is not trusted is whoever connects.
  [BALANCER, `127.0.0.1, ${STRANGER}`, STRANGER],
  [STRANGER, PERSON, STRANGER],
  // Ports, IPv6, and IPv4 written as IPv6.
  [BALANCER, `${PERSON}:4711, ${EDGE}:443`, PERSON],
  [BALANCER, '[2001:db8:5::9]:4711', '2001:db8:5::9'],
  [BALANCER, '[2001:db8:5::9]', '2001:db8:5::9'],
  ['2001:db8:ffff::1', `2001:db8:5::9, 2001:db8:ffff:2::3`, '2001:db8:5::9'],
  [`::ffff:${BALANCER}`, `${PERSON}, ::ffff:10.9.0.1`, PERSON],
  [BALANCER, `::ffff:${PERSON}`, PERSON],
  [BALANCER, `${PERSON}, ::ffff:a09:1`, PERSON],
  // Behind an entry that is no address nothing is believed.
  ...[
    'garbage',
    'unknown',
    '_hidden',
    '999.1.1.1',
    '1:2:3:4:5:6:7:8::9',
    'fe80::1%25',
    "'",
    '%00',
  ].map((garbage): [string, string, string] => [BALANCER, `${PERSON}, ${garbage}, ${EDGE}`, EDGE]),
  [BALANCER, 'garbage', BALANCER],
  [BALANCER, '', BALANCER],
]

test.each(CHAINS)('a connection from %s with "%s" counts for %s', async (from, chain, address) => {
  const caller = callerWith(server, { 'x-forwarded-for': chain }, from)
  expect((await caller.get('/address')).body).toEqual({ ip: address })
})

test('garbage from a proxy opens no port for this machine alone, and names no other host', async () => {
  const garbage = { 'x-forwarded-for': 'garbage' }
  expect((await callerWith(server, garbage).get('/metrics')).status).toBe(404)
  const passedOn = { host: 'lustra.example' }
  expect((await callerWith(server, passedOn).get('/metrics')).status).toBe(404)
  expect((await callerWith(server, { host: '[::1]:3000' }).get('/metrics')).status).toBe(200)
  const host = { 'x-forwarded-host': 'console.lustra.example', 'x-forwarded-for': '127.0.0.1' }
  const forged = callerWith(server, host, BALANCER)
  expect((await forged.get('/api/operator/me')).status).toBe(404)
  expect((await forged.get('/api/auth/me')).status).toBe(401)
})
