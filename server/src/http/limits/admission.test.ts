// rule: admission
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { LIVE_PATH } from '#contract/browser-names.ts'
import { buildApp } from '#server/app.ts'
import type { App } from '../app.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { buildWebApp } from '#server/test/built-web-app.ts'
import { signedIn } from '#server/test/call.ts'
import { PATIENCE_MS } from '#server/test/database.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

/** The least that DATABASE_POOL_MAX allows. */
const CONNECTIONS = 2
const PLACES = 4
const WAITING = 80
const READ = '/api/public/professional/nobody-has-this-address'

let server: TestServer
let app: App
/**
 * The address of a server whose requests wait as long as they have to, and of one that refuses after the usual time.
 */
let origin: string
let hastyOrigin: string
let requests = 0
const sockets: Socket[] = []
beforeAll(async () => {
  server = await testServer({ DATABASE_POOL_MAX: String(CONNECTIONS) })
  app = await buildApp(server.context, { eventLoopDelayMsMax: Infinity, waitMsMax: PATIENCE_MS })
  const here = { port: 0, host: '127.0.0.1' }
  origin = await app.listen(here)
  hastyOrigin = await server.app.listen(here)
  for (const { server: http } of [app, server.app]) http.on('request', () => (requests += 1))
})
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()))
afterAll(async () => {
  await app.close()
  await server.close()
})

/** Takes every connection of the pool, so that whoever has a place waits. Returns how to give them back. */
async function holdDatabase(): Promise<() => void> {
  const { pool } = server.context
  const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()))
  return () => held.forEach((connection) => connection.release())
}

/** Sends this many requests and waits until all have arrived. */
async function sendAll(count: number, url: string, headers: Record<string, string> = {}) {
  const arrived = requests + count
  const answers = Array.from({ length: count }, () => fetch(url, { headers }))
  await expect.poll(() => requests, { interval: 1 }).toBe(arrived)
  return answers
}

/** The request of another network: proxies on this machine are believed. */
const from = (address: string) => ({ 'x-forwarded-for': address })

/** How many of the requests are not answered yet, however fast the machine is: places go by turn. */
function countUnanswered(answers: Promise<Response>[]): () => number {
  let unanswered = answers.length
  for (const answer of answers) void answer.finally(() => (unanswered -= 1))
  return () => unanswered
}

const statuses = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

// rule: search-finds-listed
test('a visitor gets a search that is kept while every place is taken, and any other one waits', async () => {
  const search = `${origin}/api/professionals/search/enhanced?zip_code=78701`
  expect((await fetch(search)).status).toBe(200)
  const release = await holdDatabase()
  const reads = await sendAll(PLACES, origin + READ)
  expect((await fetch(search)).status).toBe(200)
  const headers = { cookie: 'lustra_written=1' }
  const others = [fetch(`${search}&page=2`), fetch(search, { headers })]
  const first = await Promise.race([...others, fetch(search).then(() => 'kept')])
  expect(first).toBe('kept')
  release()
  expect(await Promise.all([...reads, ...others].map(async (one) => (await one).status))).toEqual([
    ...reads.map(() => 404),
    ...others.map(() => 200),
  ])
})

test('too many at once are refused at once with Retry-After, the probes answer, and then all is as before', async () => {
  const release = await holdDatabase()
  const waiting = await sendAll(PLACES + WAITING, hastyOrigin + READ)
  const refused = await fetch(hastyOrigin + READ)
  expect(await refused.json()).toEqual({
    code: 'overloaded',
    detail: 'We are very busy right now. Please try again in a moment.',
  })
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(refused.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'self'")
  const page = await fetch(hastyOrigin, {
    headers: { accept: 'text/html', 'accept-language': 'pt' },
  })
  expect([page.status, await page.text()]).toEqual([
    503,
    expect.stringContaining('Estamos com muito movimento agora.'),
  ])
  expect((await fetch(`${hastyOrigin}/healthz`)).status).toBe(200)
  // A request that waited too long is refused too. One that had a place is finished.
  await Promise.any(waiting)
  release()
  const ended = await statuses(waiting)
  expect(ended.filter((status) => status === 404).length).toBeGreaterThanOrEqual(PLACES)
  expect(new Set(ended)).toEqual(new Set([404, 503]))
  expect((await fetch(hastyOrigin + READ)).status).toBe(404)
})

test('a person with a session comes before strangers, and a cookie with another token does not', async () => {
  const client = await buildClient(server)
  const cookie = `lustra_session=${await signedIn(server, client)}`
  const own = `/api/bookings/client/${client.id}`
  expect((await fetch(origin + own, { headers: { cookie } })).status).toBe(200)
  const release = await holdDatabase()
  const strangers = await sendAll(PLACES + WAITING, origin + READ)
  const invented = await sendAll(1, origin + READ, { cookie: 'lustra_session=invented' })
  const person = await sendAll(1, origin + own, { cookie })
  release()
  expect([await statuses(invented), await statuses(person)]).toEqual([[503], [200]])
  // One of them made room for the person.
  expect((await statuses(strangers)).filter((status) => status === 503).length).toBeGreaterThan(0)
})

test('who asks for invented safety links does not overtake a person, nor visitors of other networks', async () => {
  const client = await buildClient(server)
  const cookie = `lustra_session=${await signedIn(server, client)}`
  const own = `/api/bookings/client/${client.id}`
  expect((await fetch(origin + own, { headers: { cookie } })).status).toBe(200)
  const release = await holdDatabase()
  const invented = await sendAll(PLACES + WAITING, `${origin}/api/safety/x`, from('192.0.2.1'))
  const person = await sendAll(1, origin + own, { cookie, ...from('192.0.2.2') })
  const others = await sendAll(1, origin + READ, from('192.0.2.3'))
  const unanswered = countUnanswered(invented)
  release()
  expect([await statuses(person), await statuses(others)]).toEqual([[200], [404]])
  expect(unanswered()).toBeGreaterThan(WAITING / 2)
  await statuses(invented)
})

test('one account with eighty connections does not keep visitors out', async () => {
  const client = await buildClient(server)
  const cookie = `lustra_session=${await signedIn(server, client)}`
  const own = `/api/bookings/client/${client.id}`
  expect((await fetch(origin + own, { headers: { cookie } })).status).toBe(200)
  const release = await holdDatabase()
  const account = await sendAll(80, origin + own, { cookie, ...from('192.0.2.1') })
  const visitors = await sendAll(1, origin + READ, from('192.0.2.2'))
  const unanswered = countUnanswered(account)
  release()
  expect(await statuses(visitors)).toEqual([404])
  expect(unanswered()).toBeGreaterThan(80 / 2)
  await statuses(account)
})

test('the files of the build need no turn, and an invented address of a file does', async () => {
  const webDir = await buildWebApp()
  const pages = await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity })
  pages.server.on('request', () => (requests += 1))
  const at = await pages.listen({ port: 0, host: '127.0.0.1' })
  const release = await holdDatabase()
  const waiting = await sendAll(PLACES + WAITING, at + READ)
  const files = ['/assets/in!vented.js', '/operator/assets/in!vented.js']
  const refused = await statuses(files.map((path) => fetch(at + path)))
  const file = await fetch(`${at}/assets/entry-12345678.js`)
  release()
  expect(refused).toEqual(files.map(() => 503))
  expect([file.status, await file.text()]).toEqual([200, 'start()'])
  await statuses(waiting)
  await pages.close()
  await rm(webDir, { recursive: true })
})

test('live connections that are open keep no places', async () => {
  const client = await buildClient(server)
  const options = {
    headers: { cookie: `lustra_session=${await signedIn(server, client)}` },
  } as unknown as string[]
  const browsers = Array.from(
    { length: PLACES * 2 },
    () => new WebSocket(origin.replace('http', 'ws') + LIVE_PATH, options),
  )
  await Promise.all(browsers.map((browser) => once(browser, 'open')))
  expect((await fetch(origin + READ)).status).toBe(404)
  for (const browser of browsers) browser.close()
})

test('a live connection for which there is no place is refused with Retry-After', async () => {
  const release = await holdDatabase()
  const waiting = await sendAll(PLACES + WAITING, origin + READ)
  const upgrade = request(origin + LIVE_PATH, {
    headers: { connection: 'upgrade', upgrade: 'websocket' },
  }).end()
  const [refused] = (await once(upgrade, 'response')) as [IncomingMessage]
  release()
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([
    503,
    expect.stringMatching(/^[1-4]$/),
  ])
  await statuses(waiting)
  // The server closes it.
  await once(refused.resume(), 'close')
})

test('bodies that do not arrive keep no places', async () => {
  const { port } = new URL(origin)
  const before = requests
  for (let sent = 0; sent < PLACES + WAITING; sent++) {
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    )
  }
  await expect.poll(() => requests, { interval: 1 }).toBe(before + PLACES + WAITING)
  expect((await fetch(origin + READ)).status).toBe(404)
})
