// rule: operator-host
import { once } from 'node:events'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { originForm } from '#server/http/headers/origin-form.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import type { TestOperator } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { isOperatorNetwork } from './operator-networks.ts'

let server: TestServer
let operator: TestOperator
beforeAll(async () => {
  server = await testServer({ OPERATOR_NETWORKS: '192.0.2.0/24, 2001:db8::/32' })
  operator = await buildOperator(server)
})
afterAll(() => server.close())

const request = (url: string, remoteAddress: string, method: 'GET' | 'POST' = 'GET') =>
  server.app.inject({ method, url, remoteAddress, headers: operator.headers })

test('from another network the calls of operators do not exist', async () => {
  expect((await request('/api/operator/me', '192.0.2.77')).statusCode).toBe(200)
  expect((await request('/api/operator/me', '2001:db8::1')).statusCode).toBe(200)
  const unknown = await request('/api/nothing', '198.51.100.1')
  for (const url of [
    '/api/operator/me',
    '/api/%6fperator/me',
    '/api/operator/me/',
    '/api/operator?x=1',
  ])
    for (const address of ['198.51.100.1', '192.0.3.1', '2001:db9::1', '127.0.0.1']) {
      const hidden = await request(url, address)
      expect([hidden.statusCode, hidden.json()]).toEqual([404, unknown.json()])
    }
  const wrongMethod = await request('/api/operator/me', '198.51.100.1', 'POST')
  expect([wrongMethod.statusCode, wrongMethod.headers.allow]).toEqual([404, undefined])
})

// rule: secret-addresses
test('nor do they for an address that names the host', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as { port: number }
  const statusOf = async (path: string) => {
    const asked = get({ port, path, headers: operator.headers, agent: false })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    return [answer.statusCode, answer.headers['cache-control']]
  }
  for (const host of ['http://lustra.example', 'HTTPS://user@lustra.example:1'])
    expect(await statusOf(`${host}/api/operator/me`)).toEqual([404, 'no-store'])
  expect(originForm('http://lustra.example?x=http://y/z')).toBe('/?x=http://y/z')
  expect(originForm('/sign-in?next=http://y/z')).toBe('/sign-in?next=http://y/z')
})

test('an IPv4 address inside an IPv6 one counts as itself, and without the setting every address does', () => {
  const { operatorNetworks } = server.context.config
  expect(isOperatorNetwork({ operatorNetworks }, '::ffff:192.0.2.1')).toBe(true)
  expect(isOperatorNetwork({ operatorNetworks }, '::ffff:192.0.3.1')).toBe(false)
  expect(isOperatorNetwork({ operatorNetworks }, undefined)).toBe(false)
  expect(isOperatorNetwork({ operatorNetworks: undefined }, '198.51.100.1')).toBe(true)
})

test.each([
  '192.0.2.0/33',
  'office',
  '192.0.2.0/',
  '10.0.0.0/8,',
  '2001:db8::/129',
  '10.0.0.0/8/8',
])('the setting %s is refused by its name', (text) => {
  const read = () => readConfig({ OPERATOR_NETWORKS: text })
  expect(read).toThrow(/^OPERATOR_NETWORKS has to be networks/)
})
