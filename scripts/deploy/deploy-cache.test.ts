// rule: trusted-proxies
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { selfSigned } from '#server/test/processes/certificates.ts'
import { freePort } from '../../tools/embedded-postgres/free-port.ts'
import { NGINX, startNginx, writeCertificate } from '../test/balancer-in-test.ts'

const SHARED = 'public, max-age=2, stale-while-revalidate=3'
const SEARCH = '/api/professionals/search/enhanced'

type Seen = { method: string; url: string; headers: IncomingHttpHeaders }
/** nginx writes lines together, at least once a second. */
const LOGGED = { timeout: 10_000 }
let folder: string
let tls: number
let nginx: ChildProcess
/** The requests that reached the process behind nginx. */
let seen: Seen[]
let answer: (response: ServerResponse, request: Seen) => void
let number = 0
/** An address that no other test has asked for. */
let path: string

const backend = createServer(({ method = '', url = '', headers }, response) => {
  const request = { method, url, headers }
  seen.push(request)
  answer(response, request)
})

/** Says what the process has seen, so that an answer of somebody else is found out. */
const tell = (caching: string) => (response: ServerResponse, request: Seen) => {
  response.writeHead(200, { 'cache-control': caching, etag: '"1"', vary: 'Cookie' })
  const { cookie = '', 'accept-language': language = '' } = request.headers
  response.end(`${seen.length} ${request.method} ${cookie} ${language}`)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lustra-cache-'))
  await writeCertificate(folder, await selfSigned('lustra.example'))
  await once(backend.listen(0, '127.0.0.1'), 'listening')
  const { port } = backend.address() as AddressInfo
  tls = await freePort()
  if (!NGINX) return
  nginx = await startNginx(folder, { plain: await freePort(), tls, processes: [port, port] })
  answer = tell('no-store')
  seen = []
  while (!(await ask('/api/other').catch(() => undefined))) await wait(50)
})
afterAll(async () => {
  nginx?.kill('SIGTERM')
  if (nginx?.exitCode === null) await once(nginx, 'exit')
  backend.closeAllConnections()
  backend.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  seen = []
  answer = tell(SHARED)
  path = `${SEARCH}?page=${++number}`
})

async function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const host = '127.0.0.1'
  const asked = { host: 'lustra.example', ...headers }
  const options = { host, port: tls, path: url, method, headers: asked, agent: false as const }
  const request = https.request({ ...options, rejectUnauthorized: false }).end()
  const [response] = await once(request, 'response')
  return { status: response.statusCode as number, body: await text(response) }
}

describe.skipIf(!NGINX)('nginx', () => {
  test('the reads of two visitors reach a process once, also at the same moment', async () => {
    const both = await Promise.all([ask(path), ask(path, { cookie: '_ga=1; lustra_device=2' })])
    const later = await ask(path, { cookie: '__Host-lustra_time_zone=America/Chicago' })
    expect(new Set([...both, later].map(({ body }) => body)).size).toBe(1)
    expect(seen).toHaveLength(1)
    expect(seen[0]!.headers['cookie']).toBeUndefined()
  })

  test.each([
    ['session', { cookie: '__Host-lustra_session=maya' }],
    ['session of an operator', { cookie: 'x=1;lustra_operator=ada' }],
    ['change just made', { cookie: 'i18nextLng=en; __Host-lustra_written=1' }],
    ['header Authorization', { authorization: '0' }],
  ])('who has a %s neither gets an answer of a visitor nor leaves one', async (_, headers) => {
    await ask(path, headers)
    const visitor = await ask(path)
    expect(visitor.body).toBe('2 GET  ')
    const cookie = 'cookie' in headers ? headers.cookie : ''
    expect((await ask(path, headers)).body).toBe(`3 GET ${cookie} `)
    expect(await ask(path)).toEqual(visitor)
    expect(seen).toHaveLength(3)
  })

  test.each(['no-store', 'private, no-cache', 'private, max-age=60'])(
    'an answer that is %s reaches nobody else',
    async (caching) => {
      answer = tell(caching)
      expect((await ask(path)).body).toContain('1 GET')
      expect((await ask(path)).body).toContain('2 GET')
    },
  )

  test('an answer that sets a cookie reaches nobody else', async () => {
    answer = (response, request) => {
      response.setHeader('set-cookie', 'i18nextLng=pt')
      tell(SHARED)(response, request)
    }
    await ask('/search?a')
    await ask('/search?a')
    expect(seen).toHaveLength(2)
  })

  test('nothing is kept of an address that is no public page or call', async () => {
    for (const own of ['/api/auth/me', '/bookings', '/login', '/?lang=pt', '/api/support/1']) {
      await ask(own)
      await ask(own)
    }
    expect(seen).toHaveLength(10)
  })

  test('a write passes with its cookies, also where an answer is kept', async () => {
    await ask(path)
    const cookie = 'i18nextLng=en'
    for (const count of [2, 3])
      expect((await ask(path, { cookie }, 'POST')).body).toBe(`${count} POST ${cookie} `)
  })

  test('languages and encodings do not mix, whatever form a cookie has', async () => {
    const chosen = (language: string) => ({ cookie: `__Host-i18nextLng=${language}` })
    const ways: Record<string, string>[] = [
      {},
      chosen('pt'),
      chosen('es'),
      { 'accept-language': 'pt' },
      { 'accept-encoding': 'gzip, br' },
      { 'accept-encoding': 'gzip' },
    ]
    const first = []
    for (const headers of ways) first.push(await ask(path, headers))
    expect(seen).toHaveLength(ways.length)
    expect(first[1]!.body).toContain('__Host-i18nextLng=pt')
    for (const [index, headers] of ways.entries())
      expect(await ask(path, headers)).toEqual(first[index])
    // A process would read this cookie, so it must not reach one.
    expect(await ask(path, { cookie: 'a=1;  __Host-i18nextLng=pt' })).toEqual(first[0])
    expect(seen).toHaveLength(ways.length)
  })

  test('an answer that has become old is sent while one request reads it again', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const old = await ask(path)
    answer = (response, request) => void held.then(() => tell(SHARED)(response, request))
    await expect.poll(async () => (await ask(path), seen.length), { timeout: 4000 }).toBe(2)
    expect(await Promise.all([ask(path), ask(path)])).toEqual([old, old])
    expect(seen).toHaveLength(2)
    expect(seen[1]!.headers['if-none-match']).toBe('"1"')
    release()
    await expect.poll(() => ask(path)).not.toEqual(old)
    expect(seen).toHaveLength(2)
  })

  test('the access log says what came from the cache', async () => {
    await ask(path)
    await ask(path)
    const log = () => readFileSync(join(folder, 'lustra.log'), 'utf8')
    await expect.poll(log, LOGGED).toContain('"cache":"HIT"')
  })
})
