// rule: admission, database-lost
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, signedIn } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const SERVING = join(import.meta.dirname, 'test/processes/server-process.ts')
const STORM_MS = 3000

let server: TestServer
let child: ChildProcess
let origin: string
let cookie: string
let clientId: string
let professionalId: string
// Fewer connections than the backlog of a listening socket (511) holds: more would be reset before the server sees
// them.
const agent = new Agent({ keepAlive: true, maxSockets: 450 })
const sockets: Socket[] = []
beforeAll(async () => {
  server = await testServer()
  const env = {
    ...process.env,
    DATABASE_URL: server.url,
    DATA_DIR: server.context.config.dataDir,
    RATE_LIMIT_SCALE: '1000000',
  }
  child = fork(SERVING, { env, execArgv: [] })
  ;[origin] = (await once(child, 'message')) as [string]
  const client = await buildClient(server)
  const professional = await buildProfessional(server)
  ;[clientId, professionalId] = [client.id, professional.id]
  const token = await signedIn(server, client)
  cookie = `lustra_session=${token}`
  const pair = { client_id: clientId, professional_id: professionalId }
  await (await as(server, client)).post('/api/chat/initiate-contact', pair)
}, 60_000)
afterAll(async () => {
  agent.destroy()
  for (const socket of sockets) socket.destroy()
  child.disconnect()
  await server.close()
})

type Outcome = { status: number; retryAfter: string | undefined }

function call(method: string, path: string, body?: unknown): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = {
    cookie,
    ...(text
      ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
      : {}),
  }
  const sent = request(origin + path, { method, headers, agent, timeout: 30_000 }, (answer) => {
    answer
      .resume()
      .once('end', () =>
        resolve({ status: answer.statusCode!, retryAfter: answer.headers['retry-after'] }),
      )
  })
  sent.on('timeout', () => sent.destroy(new Error('No answer within 30 seconds.')))
  sent.on('error', (error) => {
    // The server closes a connection that was idle for 10 seconds, perhaps just when this call took it.
    if (sent.reusedSocket) resolve(call(method, path, body))
    else reject(error)
  })
  sent.end(text)
  return promise
}

/** Makes one of the calls that people make most: a public profile, the own conversations, a message. */
function someCall(number: number): Promise<Outcome> {
  if (number % 3 === 0) return call('GET', `/api/professional/public-view/${professionalId}`)
  if (number % 3 === 1) return call('GET', `/api/chat/conversations/${clientId}`)
  const message = { sender_id: clientId, receiver_id: professionalId, message: `Hello ${number}` }
  return call('POST', '/api/chat/messages', message)
}

/**
 * How many calls a second the server answers when each of 20 callers waits for its answer. On a busy machine even so
 * few may be refused.
 */
async function measureCapacity(): Promise<number> {
  let asked = 0
  let count = 0
  const end = performance.now() + 1000
  const caller = async () => {
    while (performance.now() < end) {
      const { status } = await someCall(asked++)
      expect([200, 503]).toContain(status)
      if (status === 200) count += 1
    }
  }
  await Promise.all(Array.from({ length: 20 }, caller))
  return count
}

test('at three times its capacity the server answers or refuses with Retry-After, never with 500, and serves on afterwards', async () => {
  const measured = [await measureCapacity(), await measureCapacity(), await measureCapacity()]
  const capacity = Math.max(...measured)
  expect(capacity).toBeGreaterThan(5)
  const outcomes: Promise<Outcome>[] = []
  const probes: Promise<Outcome>[] = []
  const begun = performance.now()
  for (let ms = 0; ms < STORM_MS; ms = performance.now() - begun) {
    while (outcomes.length < (3 * capacity * ms) / 1000) outcomes.push(someCall(outcomes.length))
    if (probes.length < ms / 500) probes.push(call('GET', '/healthz'))
    await pause(5)
  }
  const answers = await Promise.all(outcomes)
  expect(answers.length).toBeGreaterThan((2 * capacity * STORM_MS) / 1000)
  const refused = answers.filter(({ status }) => status !== 200)
  for (const { status, retryAfter } of refused) {
    expect([status, retryAfter]).toEqual([503, expect.stringMatching(/^\d+$/)])
  }
  for (const { status } of await Promise.all(probes)) expect(status).toBe(200)
  await expect.poll(async () => (await someCall(0)).status, { timeout: 10_000 }).toBe(200)
}, 120_000)

test('three hundred sockets that stop in the middle of a request take nothing from anybody else', async () => {
  const { hostname, port } = new URL(origin)
  const begin = 'POST /api/chat/messages HTTP/1.1\r\nhost: x\r\n'
  const inHead = `${begin}x-slow: `
  const inBody = `${begin}cookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{`
  for (let index = 0; index < 300; index++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(index % 2 ? inHead : inBody)
  }
  // The hundred and fifty requests without the rest of their bodies have places until their sessions are found.
  await expect.poll(async () => (await someCall(0)).status, { timeout: 10_000 }).toBe(200)
  for (const number of Array.from({ length: 60 }).keys()) {
    expect((await someCall(number)).status).toBe(200)
    sockets[number]!.write('x')
  }
  expect(sockets.filter(({ destroyed }) => !destroyed)).toHaveLength(300)
}, 60_000)
