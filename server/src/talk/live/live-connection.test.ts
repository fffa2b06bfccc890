import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/talk/messaging.ts'
import { LIVE_PATH } from '#contract/browser-names.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, signedIn } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { move, NOW, requestBooking } from '#server/test/builders/booking.ts'

const HEARTBEAT_MS = 14_000
const LIVE_PROCESS = new URL('../../test/processes/live-process.ts', import.meta.url)
let server: TestServer
let origin: string

beforeAll(async () => {
  // Tests advance the server's heartbeat.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  server = await testServer({}, { now: () => NOW })
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await server.close()
  vi.useRealTimers()
})

type Person = { id: string }

async function cookieOf(person: Person): Promise<string> {
  return `lustra_session=${await signedIn(server, person)}`
}

/** A browser, which answers every ping. */
async function browserOf(person: Person, at = origin) {
  const options = { headers: { cookie: await cookieOf(person) } } as unknown as string[]
  const socket = new WebSocket(at.replace('http', 'ws') + LIVE_PATH, options)
  const events: LiveEvent[] = []
  socket.addEventListener('message', ({ data }: MessageEvent<string>) =>
    events.push(JSON.parse(data) as LiveEvent),
  )
  const closed = once(socket, 'close') as Promise<[CloseEvent]>
  const receives = (type: LiveEvent['type']) =>
    vi.waitFor(() => expect(events.map((event) => event.type)).toContain(type), { timeout: 5000 })
  await receives('hello')
  return { socket, events, receives, closed }
}

/** Asks for an upgrade, and returns the answer's status with the connection. */
async function upgrade(method: string, cookie: string, at = origin): Promise<[string, Socket]> {
  const { port, host } = new URL(at)
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  socket.on('error', () => {})
  const lines = [
    `${method} ${LIVE_PATH} HTTP/1.1`,
    `host: ${host}`,
    `cookie: ${cookie}`,
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: bGl2ZSBjb25uZWN0aW9ucw==',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return [answer.toString('latin1').split('\r\n', 1)[0]!, socket]
}

/** A browser that connects and then sends nothing, not even an answer to a ping. */
async function connectWithoutPong(person: Person): Promise<Socket> {
  const [status, socket] = await upgrade('GET', await cookieOf(person))
  expect(status).toContain('101 Switching Protocols')
  return socket
}

async function pair() {
  const [client, grace] = [await buildClient(server), await buildProfessional(server)]
  const body = { sender_id: client.id, receiver_id: grace.id, message: 'Hello' }
  const sent = await (await as(server, client)).post('/api/chat/messages', body)
  return { client, grace, conversation_id: sent.body.conversation_id as string }
}

// rule: live-refresh
test('a connection that does not answer a ping is dropped at the next heartbeat, others stay', async () => {
  const { client, grace, conversation_id } = await pair()
  const professionals = await browserOf(grace)
  const clients = await browserOf(client)
  const withoutPong = await connectWithoutPong(client)
  const closed = once(withoutPong.resume(), 'close')
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
  // Frames arrive in order, so the server has the answer to the ping before this.
  clients.socket.send(JSON.stringify({ type: 'typing', conversation_id }))
  await professionals.receives('typing')
  professionals.socket.send(JSON.stringify({ type: 'typing', conversation_id }))
  await clients.receives('typing')
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
  await closed
  await server.context.live.notify([client.id, grace.id], { type: 'bookings' })
  await Promise.all([clients.receives('bookings'), professionals.receives('bookings')])
  expect([clients.socket.readyState, professionals.socket.readyState]).toEqual([
    WebSocket.OPEN,
    WebSocket.OPEN,
  ])
})

// rule: live-refresh
test.each([
  ['pings', 0x89],
  ['pongs', 0x8a],
])(
  'too many %s drop the connection, and the other browser of the person stays',
  async (_, kind) => {
    const { client } = await pair()
    const clients = await browserOf(client)
    const flooding = await connectWithoutPong(client)
    const dropped = once(flooding.resume(), 'close')
    flooding.write(Buffer.concat(Array(40).fill(Buffer.from([kind, 0x80, 0, 0, 0, 0]))))
    await dropped
    await server.context.live.notify([client.id], { type: 'bookings' })
    await clients.receives('bookings')
    expect(clients.socket.readyState).toBe(WebSocket.OPEN)
  },
)

// rule: live-refresh
test('a connection that does not read is dropped before much waits for it, and nobody else misses an event', async () => {
  const client = await buildClient(server)
  const reading = await browserOf(client)
  const notReading = await connectWithoutPong(client)
  notReading.pause()
  const long = { type: 'conversation', conversation_id: 'x'.repeat(6000) } as const
  // More than the socket buffers of both ends hold.
  for (let count = 0; count < 3000; count++) {
    void server.context.live.notify([client.id], long)
    if (count % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await vi.waitFor(() => expect(reading.events).toHaveLength(3001), { timeout: 10_000 })
  const dropped = once(notReading, 'close')
  notReading.resume()
  await dropped
  expect(notReading.bytesRead).toBeLessThan(3000 * 6000)
}, 20_000)

// rule: live-refresh
test('a session that expired ends its connection at the next heartbeat, and no other', async () => {
  const { client, grace } = await pair()
  const expired = await browserOf(client)
  const professionals = await browserOf(grace)
  const expiresAt = async ({ id }: { id: string }, expires_at: Date) =>
    server.db.updateTable('sessions').set({ expires_at }).where('user_id', '=', id).execute()
  await expiresAt(client, NOW)
  await expiresAt(grace, new Date(+NOW + 1))
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
  // Sessions are looked up each second, unless a look-up still runs.
  await vi.waitFor(() => expect(expired.socket.readyState).toBe(WebSocket.CLOSED), 10_000)
  const [{ code }] = await expired.closed
  expect(code).toBe(4001)
  await server.context.live.notify([grace.id], { type: 'bookings' })
  await professionals.receives('bookings')
})

// rule: live-refresh
// rule: live-refresh
test('when a session ends while a person types, nothing is written and the other side sees no more typing', async () => {
  const { client, grace, conversation_id } = await pair()
  const typing = await browserOf(client)
  const professionals = await browserOf(grace)
  const asClient = await as(server, client)
  await server.db.deleteFrom('sessions').where('user_id', '=', client.id).execute()
  const [{ code }] = await typing.closed
  expect(code).toBe(4001)
  const body = { sender_id: client.id, receiver_id: grace.id, message: 'Half a sentence' }
  const answer = await asClient.post('/api/chat/messages', body)
  expect([answer.status, answer.body.code]).toEqual([401, 'not_signed_in'])
  const { count } = await server.db
    .selectFrom('messages')
    .where('conversation_id', '=', conversation_id)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(1)
  await server.context.live.notify([grace.id], { type: 'bookings' })
  await professionals.receives('bookings')
  expect(professionals.events.filter(({ type }) => type === 'typing')).toEqual([])
})

// rule: live-refresh
test('an upgrade by HEAD is answered and its connection closed, and the server can close afterwards', async () => {
  const own = await testServer()
  const cookie = `lustra_session=${await signedIn(own, await buildClient(own))}`
  const at = await own.app.listen({ port: 0, host: '127.0.0.1' })
  const [status, socket] = await upgrade('HEAD', cookie, at)
  expect(status).toBe('HTTP/1.1 405 Method Not Allowed')
  await once(socket.resume(), 'close')
  await own.close()
})

// rule: live-refresh
test('an open connection keeps nothing of the request that opened it', async () => {
  const env = {
    ...process.env,
    DATABASE_URL: server.url,
    DATA_DIR: server.context.config.dataDir,
    RATE_LIMIT_SCALE: '1000',
  }
  const child = fork(LIVE_PROCESS, { env, execArgv: ['--expose-gc'] })
  const [at] = (await once(child, 'message')) as [string]
  const clients = await Promise.all(Array.from({ length: 20 }, () => buildClient(server)))
  const browsers = await Promise.all(clients.map((client) => browserOf(client, at)))
  child.send('collect')
  const [counts] = (await once(child, 'message')) as [object]
  // With anything that keeps them it is all. Which objects are collected is V8's affair, so not exactly none.
  expect(counts).toEqual({
    opened: 20,
    held: expect.toSatisfy((count: number) => count < 10),
    connections: 20,
  })
  for (const { socket } of browsers) socket.close()
  await Promise.all(browsers.map(({ closed }) => closed))
  child.disconnect()
})

// rule: live-refresh, work-agreement
test('who agrees to a work agreement sees it in the bell of their devices at once', async () => {
  const { client, grace } = await pair()
  const id = await requestBooking(server, client, grace)
  await move(server, grace, id, 'accepted')
  const clients = await browserOf(client)
  const asClient = await as(server, client)
  const { version, hash } = (await asClient.get(`/api/bookings/${id}/agreement`)).body.agreement
  const given = await asClient.post(`/api/bookings/${id}/agreement/confirm`, { version, hash })
  expect(given.status).toBe(200)
  await clients.receives('notices')
})
