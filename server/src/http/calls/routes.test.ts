// rule: openapi
import { rm } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/contract.ts'
import { buildApp } from '#server/app.ts'
import { buildWebApp } from '#server/test/built-web-app.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { urlOf } from './implement.ts'

const BYTES = 'bytes that are made once'
const STATIC = 'a file of the build, or bytes in memory'
/** The reasons why the addresses that are no calls of the contract cause little work. */
const OTHERS: Record<string, string> = {
  '/healthz': 'no work',
  '/readyz': 'one statement on a connection of its own',
  '/metrics': 'this machine alone',
  '/api/payment-success': 'as the call /payment-success, for programs',
  '/claims': 'a redirect to the help page',
  '/robots.txt': 'a short text',
  '/.well-known/security.txt': 'a short text',
  '/sitemap.xml': BYTES,
  '/api/openapi.json': BYTES,
  '/api/docs': BYTES,
  '/api/docs/start.js': BYTES,
  '/api/docs/swagger-ui-bundle.js': BYTES,
  '/api/docs/swagger-ui.css': BYTES,
  '/api/live': 'connections a person and a process, rule: live-limits',
  '/operator': STATIC,
  '/operator/*': STATIC,
  '/operator/assets/:file': STATIC,
  '/assets/entry-12345678.css': STATIC,
  '/assets/entry-12345678.js': STATIC,
  '/favicon.svg': STATIC,
  '/service-worker.js': STATIC,
  '*': 'a place of admission for each page, and kept pages',
}

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('every address that the server answers is a call of the contract or stands on the list of others', async () => {
  const webDir = await buildWebApp()
  const urls = new Set<string>()
  const app = await buildApp(server.context, {
    webDir,
    eventLoopDelayMsMax: Infinity,
    onRoute: ({ url }) => urls.add(url),
  })
  const ofContract = new Set(ENDPOINTS.map((call) => urlOf(call)))
  const known = (url: string) => ofContract.has(url) || url in OTHERS
  expect([...urls].filter((url) => !known(url))).toEqual([])
  expect(Object.keys(OTHERS).filter((url) => !urls.has(url))).toEqual([])
  await app.close()
  await rm(webDir, { recursive: true })
})

test.each(['/api/openapi.json', '/api/docs', '/api/docs/swagger-ui-bundle.js', '/sitemap.xml'])(
  '%s is made once, is sent compressed, and not again to whoever has it',
  async (url) => {
    const first = await server.app.inject(url)
    const tag = String(first.headers['etag'])
    const unchanged = await server.app.inject({ url, headers: { 'if-none-match': tag } })
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
    const packed = await server.app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', etag: tag })
    expect(gunzipSync(packed.rawPayload).equals(first.rawPayload)).toBe(true)
  },
)

test('nobody can have the document as YAML, which would be made for each caller', async () => {
  for (const url of ['/api/docs/yaml', '/api/docs/json'])
    expect((await server.app.inject(url)).statusCode).toBe(404)
})

/** Whether the document names calls of operators, and their session. */
async function describesOperators({ app }: TestServer, remoteAddress = '127.0.0.1') {
  const { body } = await app.inject({ url: '/api/openapi.json', remoteAddress })
  const { paths } = JSON.parse(body) as { paths: object }
  const hasCalls = Object.keys(paths).some((path) => path.startsWith('/api/operator/'))
  return [hasCalls, body.includes('operatorSession')]
}

// rule: operator-host
test('the calls of operators are described only to the networks of operators', async () => {
  expect(await describesOperators(server)).toEqual([true, true])
  const fenced = await testServer({ OPERATOR_NETWORKS: '192.0.2.0/24' })
  expect(await describesOperators(fenced, '192.0.2.1')).toEqual([true, true])
  expect(await describesOperators(fenced, '198.51.100.1')).toEqual([false, false])
  await fenced.close()
})

// rule: operator-host
test('with a host of its own for the console, the document of the other host has no calls of operators', async () => {
  const origins = { PUBLIC_ORIGIN: 'http://localhost', OPERATOR_ORIGIN: 'http://console.example' }
  const apart = await testServer(origins)
  const { body } = await apart.app.inject({
    url: '/api/openapi.json',
    headers: { host: 'localhost' },
  })
  expect([body.includes('openapi'), body.includes('/api/operator/')]).toEqual([true, false])
  await apart.close()
})
