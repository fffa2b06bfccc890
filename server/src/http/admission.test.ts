// rule: admission
import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { LIVE_PATH } from '#contract/product.ts'
import { buildClient } from '#server/test/build.ts'
import { signedIn } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { AdmissionQueue } from './admission-queue.ts'
import type { Admitted } from './admission-queue.ts'

/** The least that DATABASE_POOL_MAX allows. */
const CONNECTIONS = 2
const PLACES = 4
const WAITING = 16
const READ = '/api/public/professional/nobody-has-this-address'

let server: TestServer
let origin: string
let requests = 0
const sockets: Socket[] = []
beforeAll(async () => {
  server = await testServer({ DATABASE_POOL_MAX: String(CONNECTIONS) })
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  server.app.server.on('request', () => (requests += 1))
})
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()))
afterAll(() => server.close())

/** Takes every connection of the pool, so that whoever has a place waits. Returns how to give them back. */
async function holdDatabase(): Promise<() => void> {
  const { pool } = server.context
  const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()))
  return () => held.forEach((connection) => connection.release())
}

/** Sends this many requests and waits until all have arrived. */
async function sendAll(count: number, path: string, headers: Record<string, string> = {}) {
  const arrived = requests + count
  const answers = Array.from({ length: count }, () => fetch(origin + path, { headers }))
  await expect.poll(() => requests, { interval: 1 }).toBe(arrived)
  return answers
}

const statuses = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

test('places are given by rank, every tenth to whoever waits longest, and never to more at once', () => {
  const queue = new AdmissionQueue({ size: 1, waitingMax: 12, waitMsMax: 60_000 })
  const served: number[] = []
  const refused: number[] = []
  let first: Admitted | undefined
  queue.ask(
    5,
    (admitted) => (first = admitted),
    () => refused.push(-1),
  )
  for (const rank of [5, 5, 1, 0, 2, 4, 3, 0, 0, 0, 0, 0, 0, 5]) {
    queue.ask(
      rank,
      () => served.push(rank),
      () => refused.push(rank),
    )
  }
  // Twelve wait: the newest of the last rank made room for one, and the last one found none.
  expect(refused).toEqual([5, 5])
  first!.leave()
  first!.leave()
  expect(served).toEqual([])
  return Promise.resolve().then(() => expect(served).toEqual([0]))
})

test('too many at once are refused at once with Retry-After, the probes answer, and then all is as before', async () => {
  const release = await holdDatabase()
  const waiting = await sendAll(PLACES + WAITING, READ)
  const refused = await fetch(origin + READ)
  expect(await refused.json()).toEqual({
    code: 'overloaded',
    detail: 'We are very busy right now. Please try again in a moment.',
  })
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(refused.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'self'")
  const page = await fetch(origin, { headers: { accept: 'text/html', 'accept-language': 'pt' } })
  expect([page.status, await page.text()]).toEqual([
    503,
    expect.stringContaining('Estamos com muito movimento agora.'),
  ])
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  // What waited for half a second is refused too. What had a place is finished.
  await Promise.any(waiting)
  release()
  const ended = await statuses(waiting)
  expect(ended.filter((status) => status === 404).length).toBeGreaterThanOrEqual(PLACES)
  expect(new Set(ended)).toEqual(new Set([404, 503]))
  expect((await fetch(origin + READ)).status).toBe(404)
})

test('a person with a session comes before strangers, and a cookie with another token does not', async () => {
  const client = await buildClient(server)
  const cookie = `lustra_session=${await signedIn(server, client)}`
  const own = `/api/bookings/client/${client.id}`
  expect((await fetch(origin + own, { headers: { cookie } })).status).toBe(200)
  const release = await holdDatabase()
  const strangers = await sendAll(PLACES + WAITING, READ)
  const invented = await sendAll(1, READ, { cookie: 'lustra_session=invented' })
  const person = await sendAll(1, own, { cookie })
  release()
  expect([await statuses(invented), await statuses(person)]).toEqual([[503], [200]])
  // One of them made room for the person.
  expect((await statuses(strangers)).filter((status) => status === 503).length).toBeGreaterThan(0)
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
  const waiting = await sendAll(PLACES + WAITING, READ)
  const upgrade = request(origin + LIVE_PATH, {
    headers: { connection: 'upgrade', upgrade: 'websocket' },
  }).end()
  const [refused] = (await once(upgrade, 'response')) as [IncomingMessage]
  release()
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2'])
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
