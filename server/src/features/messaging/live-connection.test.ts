import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/messaging.ts'
import { LIVE_PATH } from '#contract/product.ts'
import { startSession } from '#server/features/identity/sessions.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { NOW } from '#server/test/booking.ts'

const BEAT_MS = 25_000
let server: TestServer
let origin: string

beforeAll(async () => {
  // The server's beat comes when a test says so.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await testServer({}, { now: () => NOW })
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await server.close()
  vi.useRealTimers()
})

type Person = { id: string }

async function cookieOf({ id }: Person): Promise<string> {
  return `lustra_session=${await startSession(server.db, id, NOW)}`
}

/** A browser, which answers every ping. */
async function browserOf(person: Person) {
  const options = { headers: { cookie: await cookieOf(person) } } as unknown as string[]
  const socket = new WebSocket(origin.replace('http', 'ws') + LIVE_PATH, options)
  const pushes: LiveEvent[] = []
  socket.addEventListener('message', ({ data }: MessageEvent<string>) =>
    pushes.push(JSON.parse(data) as LiveEvent),
  )
  const closed = once(socket, 'close') as Promise<[CloseEvent]>
  const hears = (type: LiveEvent['type']) =>
    vi.waitFor(() => expect(pushes.map((push) => push.type)).toContain(type), { timeout: 5000 })
  await hears('hello')
  return { socket, pushes, hears, closed }
}

/** Another end of the line, which shakes hands and then says nothing, not even to a ping. */
async function silentOf(person: Person): Promise<Socket> {
  const { port, host } = new URL(origin)
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  socket.on('error', () => {})
  const lines = [
    `GET ${LIVE_PATH} HTTP/1.1`,
    `host: ${host}`,
    `cookie: ${await cookieOf(person)}`,
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: bGl2ZSBjb25uZWN0aW9ucw==',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [greeting] = (await once(socket, 'data')) as [Buffer]
  expect(greeting.toString('latin1')).toContain('101 Switching Protocols')
  return socket
}

async function pair() {
  const [client, grace] = [await buildClient(server), await buildProfessional(server)]
  const body = { sender_id: client.id, receiver_id: grace.id, message: 'Hello' }
  const sent = await (await as(server, client)).post('/api/chat/messages', body)
  return { client, grace, conversation_id: sent.body.conversation_id as string }
}

test('who does not answer a ping is gone by the next beat, who answers stays', async () => {
  const { client, grace, conversation_id } = await pair()
  const hers = await browserOf(grace)
  const his = await browserOf(client)
  const silent = await silentOf(client)
  const gone = once(silent.resume(), 'close')
  await vi.advanceTimersByTimeAsync(BEAT_MS)
  // What he says comes after his answer to the ping, so that the server has that too.
  his.socket.send(JSON.stringify({ type: 'typing', conversation_id }))
  await hers.hears('typing')
  hers.socket.send(JSON.stringify({ type: 'typing', conversation_id }))
  await his.hears('typing')
  await vi.advanceTimersByTimeAsync(BEAT_MS)
  await gone
  await server.context.live.notify([client.id, grace.id], { type: 'bookings' })
  await Promise.all([his.hears('bookings'), hers.hears('bookings')])
  expect([his.socket.readyState, hers.socket.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN])
})

test.each([
  ['pings', 0x89],
  ['pongs', 0x8a],
])('who floods with %s is shown out, and her other browser stays', async (_, kind) => {
  const { client } = await pair()
  const his = await browserOf(client)
  const flooding = await silentOf(client)
  const gone = once(flooding.resume(), 'close')
  flooding.write(Buffer.concat(Array(40).fill(Buffer.from([kind, 0x80, 0, 0, 0, 0]))))
  await gone
  await server.context.live.notify([client.id], { type: 'bookings' })
  await his.hears('bookings')
  expect(his.socket.readyState).toBe(WebSocket.OPEN)
})

test('who does not read is dropped before much waits for it, and nobody else misses anything', async () => {
  const client = await buildClient(server)
  const reading = await browserOf(client)
  const stuck = await silentOf(client)
  stuck.pause()
  const long = { type: 'conversation', conversation_id: 'x'.repeat(6000) } as const
  // More than the two ends of a line hold by themselves.
  for (let count = 0; count < 3000; count++) {
    void server.context.live.notify([client.id], long)
    if (count % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await vi.waitFor(() => expect(reading.pushes).toHaveLength(3001), { timeout: 10_000 })
  const ended = once(stuck, 'close')
  stuck.resume()
  await ended
  expect(stuck.bytesRead).toBeLessThan(3000 * 6000)
}, 20_000)

test('a session that only expired ends its connection by the next beat, and no other', async () => {
  const { client, grace } = await pair()
  const expired = await browserOf(client)
  const hers = await browserOf(grace)
  await server.db
    .updateTable('sessions')
    .set({ expires_at: NOW })
    .where('user_id', '=', client.id)
    .execute()
  await vi.advanceTimersByTimeAsync(BEAT_MS)
  const [{ code }] = await expired.closed
  expect(code).toBe(4001)
  await server.context.live.notify([grace.id], { type: 'bookings' })
  await hers.hears('bookings')
})

test('a session that ends while somebody types: nothing is written, and the other side sees no more typing', async () => {
  const { client, grace, conversation_id } = await pair()
  const typing = await browserOf(client)
  const hers = await browserOf(grace)
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
  await hers.hears('bookings')
  expect(hers.pushes.filter(({ type }) => type === 'typing')).toEqual([])
})
